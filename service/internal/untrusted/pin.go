package untrusted

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"

	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
)

// chunkSize is the length of the pieces of a file whose digests are kept, in bytes.
const chunkSize = 1 << 20

// errChanged: a file in the store was replaced while a circuit was loaded.
var errChanged = errors.New("the file has changed since it was checked")

// pins are the digests of a file's chunks, in order.
type pins [][sha256.Size]byte

// copyPinned copies a file to a writer and notes its chunks. It reads all of the file also after
// the writer has failed: whether the file is the one that it is to be shows at its end.
func copyPinned(to io.Writer, file circuit.File) (noted pins, err error) {
	from, err := file.Open()
	if err != nil {
		return nil, err
	}
	defer from.Close()
	chunk := make([]byte, chunkSize)
	var size int64
	for {
		n, err := io.ReadFull(from, chunk)
		size += int64(n)
		noted = append(noted, sha256.Sum256(chunk[:n]))
		if to != nil {
			if _, failed := to.Write(chunk[:n]); failed != nil {
				to = nil
			}
		}
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			break
		}
		if err != nil {
			return nil, err
		}
	}
	if size != file.Size {
		return nil, fmt.Errorf("%w: %d bytes of %d", io.ErrUnexpectedEOF, size, file.Size)
	}
	return noted, nil
}

// pin returns a file that reads as what was noted, or fails with errChanged.
func (p pins) pin(file circuit.File) circuit.File {
	return circuit.File{Part: file.Part, Open: func() (io.ReadCloser, error) {
		from, err := file.Open()
		if err != nil {
			return nil, err
		}
		return &pinned{Closer: from, from: from, left: p}, nil
	}}
}

// pinned reads a file by chunks, each of which is compared before it is handed out.
type pinned struct {
	io.Closer
	from  io.Reader
	left  pins
	chunk [chunkSize]byte
	ready bytes.Reader // of the chunk
}

func (p *pinned) Read(to []byte) (int, error) {
	for p.ready.Len() == 0 {
		if len(p.left) == 0 {
			return 0, io.EOF
		}
		n, err := io.ReadFull(p.from, p.chunk[:])
		if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
			return 0, err
		}
		if sha256.Sum256(p.chunk[:n]) != p.left[0] {
			return 0, errChanged
		}
		p.left = p.left[1:]
		p.ready.Reset(p.chunk[:n])
	}
	return p.ready.Read(to)
}
