package prepared

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"io"
	"sync"
)

// Source is all that a reader still had, with its digest. It is read to compute the value that the
// digest names.
type Source struct {
	Digest Digest

	io.Reader         // of the same bytes
	file      *reread // has them, or nil
}

// OfFile takes the digest of all that a reader still has. All processors read files, which stay
// where they are. Bytes of other readers are kept.
func OfFile(from io.Reader) (*Source, error) {
	if f, ok := from.(file); ok {
		if start, err := f.Seek(0, io.SeekCurrent); err == nil {
			return ofFile(f, start)
		}
	}
	d, kept := newDigester(), []io.Reader(nil)
	for {
		b := make([]byte, blockBytes)
		n, err := io.ReadFull(from, b)
		if n > 0 {
			kept = append(kept, bytes.NewReader(b[:n]))
			d.block(func() (Digest, error) { return sha256.Sum256(b[:n]), nil })
		}
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			sum, err := d.digest()
			return &Source{Digest: sum, Reader: io.MultiReader(kept...)}, err
		}
		if err != nil {
			_, _ = d.digest()
			return nil, err
		}
	}
}

// Len is the number of bytes left in a file, 0 without a file.
func (s *Source) Len() int {
	if s.file == nil {
		return 0
	}
	return s.file.left()
}

// Leave has a file's next reader begin behind the first n bytes. The source, which must not be read
// any more, leaves the file alone then: its owner may close it.
func (s *Source) Leave(n int64) error {
	if s.file == nil {
		return nil
	}
	s.file.awaitAhead()
	_, err := s.file.from.Seek(s.file.start+n, io.SeekStart)
	return err
}

// Save keeps in a folder the value that was computed from the bytes. If these are no longer the
// digest's it keeps nothing, and the log says so.
func (s *Source) Save(in *Folder, kind string, value any) {
	if s.file != nil && s.file.changed {
		notKept(kind, errChanged)
		return
	}
	in.Save(kind, s.Digest, value)
}

// Unchanged is the digest of the bytes that were read. It is nil if they were others.
func (s *Source) Unchanged() *Digest {
	if s.file != nil && s.file.changed {
		return nil
	}
	digest := s.Digest // the source has all bytes, or a file
	return &digest
}

var errChanged = errors.New("its file changed while it was read")

type file interface {
	io.ReadSeeker
	io.ReaderAt
}

func ofFile(f file, start int64) (*Source, error) {
	end, err := f.Seek(0, io.SeekEnd)
	if err == nil {
		_, err = f.Seek(start, io.SeekStart)
	}
	if err != nil {
		return nil, err
	}
	d := newDigester()
	buffers := sync.Pool{New: func() any { return new([blockBytes]byte) }}
	for at := start; at < end; at += blockBytes {
		d.block(func() (Digest, error) {
			buffer := buffers.Get().(*[blockBytes]byte)
			defer buffers.Put(buffer)
			b := buffer[:min(blockBytes, end-at)]
			err := readAt(f, b, at)
			return sha256.Sum256(b), err
		})
	}
	r := &reread{from: f, start: start, next: start, end: end}
	sum, err := d.digest()
	r.sums = d.sums
	return &Source{Digest: sum, Reader: r, file: r}, err
}

// Left returns the number of bytes that a file still has. It returns 0 if the file does not say: a
// reader's Len may be that of its buffer. On an error the file is no longer where it was.
func Left(file io.Reader) (left int64, lost error) {
	switch f := file.(type) {
	case *Source:
		return int64(f.Len()), nil
	case *bytes.Buffer:
		return int64(f.Len()), nil
	case io.Seeker:
		at, err := f.Seek(0, io.SeekCurrent)
		if err != nil {
			return 0, nil // a pipe
		}
		end, err := f.Seek(0, io.SeekEnd)
		_, lost = f.Seek(at, io.SeekStart)
		if err != nil {
			return 0, nil // it knows its place alone, where it still is
		}
		return end - at, lost
	}
	return 0, nil
}
