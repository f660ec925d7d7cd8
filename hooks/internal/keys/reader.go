package keys

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/prepared"
)

// ErrLength: a length in a file is damaged.
var ErrLength = errors.New("a length that no key has")

// Reader reads the parts of a key one after the other, and counts bytes. While a device checks a
// vector the next one is read. [Reader.End] waits for the last one.
type Reader[P1, P2, E any] struct {
	Bytes int64
	// Part is the name of the next parts in errors, or empty.
	Part string

	g1   *engine.Group[P1, E]
	g2   *engine.Group[P2, E]
	made *engine.Made
	file io.Reader
	left int64 // bytes of the file, or less than there are
	lost error // of a file that is not where it was

	checked func() error // waits for the check of the last vector; or nil
}

// NewReader returns a reader of a file. The groups read vectors of points, and check them on a
// device. made keeps the points there, and is told of the bytes that are read. Files of known
// length have it expected. A nil made does neither.
func NewReader[P1, P2, E any](
	file io.Reader, made *engine.Made, g1 *engine.Group[P1, E], g2 *engine.Group[P2, E],
) *Reader[P1, P2, E] {
	r := &Reader[P1, P2, E]{file: file, made: made, g1: g1, g2: g2}
	if r.left, r.lost = prepared.Left(file); r.left > 0 {
		made.Expect(uint64(r.left))
	}
	return r
}

// Read implements io.Reader.
func (r *Reader[P1, P2, E]) Read(b []byte) (int, error) {
	if r.lost != nil {
		return 0, r.lost
	}
	n, err := r.file.Read(b)
	r.made.Advance(uint64(n))
	r.left -= int64(n)
	return n, err
}

// Len is the number of bytes left, or a smaller one.
func (r *Reader[P1, P2, E]) Len() int { return int(max(r.left, 0)) }

// End waits for all vectors. It returns the first error in the order of the file, and says after
// how many bytes it came.
func (r *Reader[P1, P2, E]) End(err error) error {
	if err = cmp.Or(r.wait(), err); err == nil {
		return nil
	}
	return fmt.Errorf("reading a proving key, after %d bytes: %w", r.Bytes, err)
}

// Decode is the Decode of gnark-crypto's decoders. Vectors of points are complete after the End.
func (r *Reader[P1, P2, E]) Decode(to any) (err error) {
	switch to := to.(type) {
	case *[]P1:
		return decode(r, r.g1, to)
	case *[]P2:
		return decode(r, r.g2, to)
	}
	n, err := r.g1.Decoder()(r, to)
	r.Bytes += n
	return named(r.Part, err)
}

func named(part string, err error) error {
	if err == nil || part == "" {
		return err
	}
	return fmt.Errorf("%s: %w", part, err)
}

// decode parses a vector and begins its check. Before that it waits for the check of the vector
// before.
func decode[P, P1, P2, E any](r *Reader[P1, P2, E], g *engine.Group[P, E], to *[]P) error {
	p, err := g.Parse(r)
	if err := r.wait(); err != nil {
		return err
	}
	before, part := r.Bytes, r.Part
	r.Bytes += p.Bytes
	if err != nil {
		return named(part, err)
	}
	*to = p.Points
	if p.Checked {
		return nil
	}
	task := new(parallel.Tasks)
	task.Go(func() error { return named(part, g.Check(&p, r.made)) })
	r.checked = func() error {
		err := task.Wait()
		if err != nil {
			r.Bytes = before + p.Bytes
		}
		return err
	}
	return nil
}

// wait waits for the check of the last vector.
func (r *Reader[P1, P2, E]) wait() error {
	if r.checked == nil {
		return nil
	}
	return r.checked()
}

// Uint64s returns the next vector of numbers.
func (r *Reader[P1, P2, E]) Uint64s() ([]uint64, error) {
	var n uint32
	if err := r.Decode(&n); err != nil {
		return nil, err
	}
	block, err := r.Block(8 * uint64(n))
	if err != nil {
		return nil, err
	}
	numbers := make([]uint64, n)
	for i := range numbers {
		numbers[i] = binary.BigEndian.Uint64(block[8*i:])
	}
	return numbers, nil
}

// Block returns the next n bytes. It takes memory as the bytes come, since a damaged length may ask
// for more than there are.
func (r *Reader[P1, P2, E]) Block(n uint64) (block []byte, err error) {
	const most = 64 << 20
	for uint64(len(block)) < n && err == nil {
		from, some := len(block), min(n-uint64(len(block)), most)
		block = append(block, make([]byte, some)...)
		var k int
		k, err = io.ReadFull(r, block[from:])
		r.Bytes += int64(k)
	}
	return block, err
}
