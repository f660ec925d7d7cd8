package keys

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/prepared"
)

// ErrLength: a length in a file is damaged.
var ErrLength = errors.New("a length that no key has")

// Reader reads the parts of a key one after the other, and counts bytes. While a device checks a
// vector the next ones are read. [Reader.End] waits for the last one.
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

	checks []check // of the last vectors, in their order
	failed error   // of the first check that has failed
}

// check is that of a vector, under way or behind others.
type check struct {
	task  *parallel.Tasks
	bytes func() int64 // of the file, up to an error
}

// ahead is how many vectors are not checked yet when another is parsed. Their bytes are kept for
// gnark's errors.
const ahead = 2

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
	if err = cmp.Or(r.wait(0), err); err == nil {
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

// decode parses a vector, and has its check follow that of the vector before.
func decode[P, P1, P2, E any](r *Reader[P1, P2, E], g *engine.Group[P, E], to *[]P) error {
	if err := r.wait(ahead); err != nil {
		return err
	}
	p, err := g.Parse(r)
	if err != nil {
		if err := r.wait(0); err != nil {
			return err
		}
		r.Bytes += p.Bytes
		return named(r.Part, err)
	}
	before, part := r.Bytes, r.Part
	r.Bytes += p.Bytes
	if *to = p.Points; p.Checked {
		return nil
	}
	previous := func() error { return nil }
	if n := len(r.checks); n > 0 {
		previous = r.checks[n-1].task.Wait
	}
	c := check{new(parallel.Tasks), func() int64 { return before + p.Bytes }}
	c.task.Go(func() error {
		err := previous()
		if err == nil {
			err = named(part, g.Check(&p, r.made))
		}
		p = engine.Parsed[P]{Bytes: p.Bytes} // without what was read
		return err
	})
	r.checks = append(r.checks, c)
	return nil
}

// wait waits until at most some checks are left. It returns the error of the first that has failed.
func (r *Reader[P1, P2, E]) wait(left int) error {
	for len(r.checks) > left {
		c := r.checks[0]
		r.checks = slices.Delete(r.checks, 0, 1)
		if err := c.task.Wait(); err != nil && r.failed == nil {
			r.failed, r.Bytes = err, c.bytes()
		}
	}
	return r.failed
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
