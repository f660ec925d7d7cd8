// Package keyfile reads the parts of gnark's keys from files, with gnark-crypto's checks.
package keyfile

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/gnark-accel/gnark-accel/internal/multiexp"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// ErrLength: a length in a file is damaged.
var ErrLength = errors.New("a length that no key has")

// Reader reads the parts of a key one after the other, and counts bytes.
type Reader[P1, P2, E any] struct {
	From  io.Reader
	Bytes int64

	// G1 and G2 read vectors of points, and check them on a device.
	G1 *multiexp.Group[P1, E]
	G2 *multiexp.Group[P2, E]
	// Made keeps the points on the device, unless it is nil.
	Made *session.Made
}

// Failed says after how many bytes of the file an error came.
func (r *Reader[P1, P2, E]) Failed(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("reading a proving key, after %d bytes: %w", r.Bytes, err)
}

// Decode is the Decode of gnark-crypto's decoders.
func (r *Reader[P1, P2, E]) Decode(to any) (err error) {
	var n int64
	switch to := to.(type) {
	case *[]P1:
		n, err = r.G1.Decode(r.From, to, r.Made)
	case *[]P2:
		n, err = r.G2.Decode(r.From, to, r.Made)
	default:
		n, err = r.G1.Decoder()(r.From, to)
	}
	r.Bytes += n
	return err
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
		k, err = io.ReadFull(r.From, block[from:])
		r.Bytes += int64(k)
	}
	return block, err
}
