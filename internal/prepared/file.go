package prepared

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"sync"

	"github.com/consensys/gnark"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// A file is a header, the small parts of a value, and its vectors. The header has the identity in a
// line of text, padded with zeros; then the lengths of the two, and digests of the vectors' checks
// and of all before them.
const (
	lineBytes   = 512
	headerBytes = lineBytes + 8 + 8 + 2*sha256.Size
	alignment   = 4096 // of where the vectors begin
)

var (
	errOther   = errors.New("it was written for something else, or by another version")
	errSize    = errors.New("its size is wrong")
	errContent = errors.New("its content is damaged")
)

func identify(kind string, of Digest, value any) string {
	return fmt.Sprintf("gnark-accel prepared %s %x, %s, %s, layout %.8x\n",
		kind, of, versions(), runtime.GOARCH, layoutOf(value))
}

// versions are those of gnark and of this module, with any replacements.
var versions = sync.OnceValue(func() string {
	all := "gnark " + gnark.Version.String() // which alone is there without build information
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return all
	}
	for _, m := range append(info.Deps, &info.Main) {
		switch m.Path {
		case "github.com/consensys/gnark", "github.com/gnark-accel/gnark-accel":
			all += fmt.Sprintf(", %s %s", m.Path, m.Version)
			if r := m.Replace; r != nil {
				all += fmt.Sprintf(" => %s %s", r.Path, r.Version)
			}
		}
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			all += "+" + s.Value
		}
	}
	return all
})

func writeTo(file *os.File, identity string, value any) (int64, error) {
	e := encoder{}
	if err := e.encode(value); err != nil {
		return 0, err
	}
	head := make([]byte, headerBytes, headerBytes+len(e.small)+alignment)
	copy(head[:lineBytes-1], identity)
	binary.LittleEndian.PutUint64(head[lineBytes:], uint64(len(e.small)))
	vectors := int64(0)
	for _, v := range e.vectors {
		vectors += int64(len(v))
	}
	binary.LittleEndian.PutUint64(head[lineBytes+8:], uint64(vectors))
	head = append(head, e.small...)
	head = append(head, make([]byte, -len(head)&(alignment-1))...)
	content, err := inBlocks(e.vectors, check, func(b []byte, at int64) error {
		_, err := file.WriteAt(b, int64(len(head))+at)
		return err
	})
	if err != nil {
		return 0, err
	}
	copy(head[headerBytes-2*sha256.Size:], content[:])
	sum := headSum(head)
	copy(head[headerBytes-sha256.Size:], sum[:])
	_, err = file.WriteAt(head, 0)
	return int64(len(head)) + vectors, err
}

// headSum is the digest of all before the vectors, without its own place there.
func headSum(head []byte) Digest {
	h := sha256.New()
	h.Write(head[:headerBytes-sha256.Size])
	h.Write(head[headerBytes:])
	return Digest(h.Sum(nil))
}

func readFrom(
	file io.ReaderAt, size int64, identity string, into any, beside func() error,
) (int64, error) {
	d := decoder{}
	head, err := d.head(file, size, identity)
	if err == nil {
		err = d.decode(into)
	}
	if err != nil {
		return 0, err
	}
	if d.left != 0 {
		return 0, errSize
	}
	var tasks parallel.Tasks
	if beside != nil {
		tasks.Go(beside)
	}
	content, err := inBlocks(d.vectors, check, func(b []byte, at int64) error {
		_, err := file.ReadAt(b, int64(len(head))+at)
		return err
	})
	if err = errors.Join(err, tasks.Wait()); err != nil {
		return 0, err
	}
	if !bytes.Equal(content[:], head[headerBytes-2*sha256.Size:headerBytes-sha256.Size]) {
		return 0, errContent
	}
	return size, nil
}

func (d *decoder) head(file io.ReaderAt, size int64, identity string) ([]byte, error) {
	head := make([]byte, headerBytes)
	if _, err := file.ReadAt(head, 0); err != nil {
		return nil, errSize
	}
	line, _, _ := bytes.Cut(head[:lineBytes], []byte{0})
	if string(line) != identity {
		return nil, fmt.Errorf("%w: it begins with %q", errOther, line)
	}
	small := binary.LittleEndian.Uint64(head[lineBytes:])
	d.left = binary.LittleEndian.Uint64(head[lineBytes+8:])
	if small > uint64(size) || d.left > uint64(size) {
		return nil, errSize
	}
	all := (headerBytes + small + alignment - 1) &^ (alignment - 1)
	if all+d.left != uint64(size) {
		return nil, errSize
	}
	head = make([]byte, all)
	if _, err := file.ReadAt(head, 0); err != nil {
		return nil, err
	}
	if sum := headSum(head); !bytes.Equal(sum[:], head[headerBytes-sha256.Size:headerBytes]) {
		return nil, errContent
	}
	d.small = head[headerBytes : headerBytes+small]
	return head, nil
}
