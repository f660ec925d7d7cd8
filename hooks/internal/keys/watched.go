package keys

import (
	"io"

	"github.com/gnark-accel/gnark-accel/internal/engine"
)

// Watched returns a reader that tells of the bytes which are read. Readers of known length have it
// expected, and the reader knows how many bytes it still has.
func Watched(r io.Reader, made *engine.Made) io.Reader {
	left, lost := leftIn(r)
	if left > 0 {
		made.Expect(uint64(left))
	}
	return &watched{r, made, left, lost}
}

// leftIn returns the number of bytes that a reader still has. It returns 0 if the reader does not
// say. On an error the reader is no longer where it was.
func leftIn(r io.Reader) (left int64, lost error) {
	switch r := r.(type) {
	case interface{ Len() int }:
		return int64(r.Len()), nil
	case io.Seeker:
		at, err := r.Seek(0, io.SeekCurrent)
		if err != nil {
			return 0, nil // a pipe
		}
		end, unknown := r.Seek(0, io.SeekEnd)
		_, lost = r.Seek(at, io.SeekStart)
		if unknown == nil {
			left = end - at
		}
	}
	return left, lost
}

type watched struct {
	io.Reader
	made *engine.Made
	left int64 // or less than there is
	lost error // of a reader that is not where it was
}

// Read implements io.Reader.
func (w *watched) Read(b []byte) (int, error) {
	if w.lost != nil {
		return 0, w.lost
	}
	n, err := w.Reader.Read(b)
	w.made.Advance(uint64(n))
	w.left -= int64(n)
	return n, err
}

// Len is the number of bytes left, or a smaller one.
func (w *watched) Len() int { return int(max(w.left, 0)) }
