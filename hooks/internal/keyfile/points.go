// Package keyfile reads vectors of points from gnark's files, with gnark-crypto's checks. The
// device computes roots and checks points. The processors parse.
//
// Whatever is not as it should be, in a file or on a device, is read again by gnark-crypto's
// decoder, from the bytes that were read. So the errors are gnark-crypto's, and no device decides
// that a file is broken.
package keyfile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"sync/atomic"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/multiexp"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// Format is how gnark-crypto writes points of a group.
type Format[P any] struct {
	Compressed, Raw int // bytes of a point
	Flags
	// X sets x of a point from its bytes, big-endian and without flags.
	X func(p *P, x []byte) error
	// Decode is gnark-crypto's decoder, with its checks, and Unchecked the same without them.
	Decode, Unchecked func(r io.Reader, to *[]P) (int64, error)
}

// Flags are the highest bits of a point.
type Flags struct{ Mask, Smallest, Largest, Infinity, RawInfinity byte }

// ThreeBits are the flags of most curves, and TwoBits those of curves whose coordinates leave no
// third bit.
var (
	ThreeBits = Flags{0b111 << 5, 0b100 << 5, 0b101 << 5, 0b110 << 5, 0b010 << 5}
	TwoBits   = Flags{0b11 << 6, 0b10 << 6, 0b11 << 6, 0b01 << 6, 0}
)

// compressed says whether a point with this first byte is compressed.
func (f *Flags) compressed(first byte) bool {
	flag := first & f.Mask
	return flag == f.Smallest || flag == f.Largest || flag == f.Infinity
}

// MostWires is above the number of wires of any key: points are counted in 32 bits.
const MostWires = 1 << 32

// ErrLength: a length in a file is damaged.
var ErrLength = errors.New("a length that no key has")

// errAnomaly: gnark-crypto is to read it.
var errAnomaly = errors.New("an unusual vector of points")

// Read reads a vector of points from a file, as gnark-crypto's decoder does, and returns the number
// of bytes. The group is on an engine.
func Read[P, E any](
	r io.Reader, f *Format[P], group *multiexp.Group[P, E], to *[]P,
) (int64, error) {
	file := &replayed{from: r}
	points, err := read(file, f, group)
	switch {
	case err == nil:
		*to = points
		return int64(file.read.Len()), nil
	case errors.Is(err, errAnomaly), errors.Is(err, session.ErrOnCPU):
		return f.Decode(io.MultiReader(&file.read, r), to)
	default: // of a strict engine
		return int64(file.read.Len()), err
	}
}

func read[P, E any](
	file *replayed, f *Format[P], group *multiexp.Group[P, E],
) ([]P, error) {
	head, err := file.next(4)
	if err != nil {
		return nil, err
	}
	n := int(binary.BigEndian.Uint32(head))
	if n == 0 {
		return nil, errAnomaly
	}
	first, err := file.next(1)
	if err != nil {
		return nil, err
	}
	isCompressed, size := f.compressed(first[0]), f.Raw
	if isCompressed {
		size = f.Compressed
	}
	if _, err := file.next(n*size - 1); err != nil {
		return nil, err
	}
	all := file.read.Bytes()[4:]
	points, roots := make([]P, n), []byte(nil)
	parse := f.parseRaw
	if isCompressed {
		roots = make([]byte, n)
		parse = f.parseCompressed
	}
	var anomaly atomic.Bool
	parallel.Chunks(n, func(from, to int) {
		var some []byte
		if isCompressed {
			some = roots[from:to]
		}
		if !parse(points[from:to], some, all[from*size:to*size]) {
			anomaly.Store(true)
		}
	})
	if anomaly.Load() {
		return nil, errAnomaly
	}
	inGroup, err := group.Complete(points, roots)
	if err == nil && !inGroup {
		err = errAnomaly
	}
	return points, err
}

// parseRaw reads points with both coordinates.
func (f *Format[P]) parseRaw(points []P, _, from []byte) bool {
	for i := range points {
		if flag := from[i*f.Raw] & f.Mask; flag != 0 && flag != f.RawInfinity {
			return false
		}
	}
	head := binary.BigEndian.AppendUint32(nil, uint32(len(points)))
	part := points
	_, err := f.Unchecked(io.MultiReader(bytes.NewReader(head), bytes.NewReader(from)), &part)
	return err == nil && &part[0] == &points[0]
}

// parseCompressed reads x of each point, and which root y is.
func (f *Format[P]) parseCompressed(points []P, roots, from []byte) bool {
	x := make([]byte, f.Compressed)
	for i := range points {
		copy(x, from[i*f.Compressed:])
		flag := x[0] & f.Mask
		x[0] &^= f.Mask
		switch flag {
		case f.Smallest:
			roots[i] = cuda.SmallestRoot
		case f.Largest:
			roots[i] = cuda.LargestRoot
		case f.Infinity:
			if len(bytes.TrimLeft(x, "\x00")) > 0 {
				return false
			}
			continue
		default:
			return false
		}
		if f.X(&points[i], x) != nil {
			return false
		}
	}
	return true
}

// replayed keeps what it reads.
type replayed struct {
	from io.Reader
	read bytes.Buffer
}

// next returns the next n bytes. It takes memory as the bytes come, since a damaged length may ask
// for more than there is.
func (r *replayed) next(n int) ([]byte, error) {
	start := r.read.Len()
	const most = 64 << 20
	for left := n; left > 0; {
		some := min(left, most)
		if r.read.Available() < some {
			r.read.Grow(some)
		}
		at := r.read.AvailableBuffer()[:some]
		k, err := io.ReadFull(r.from, at)
		r.read.Write(at[:k])
		if err != nil {
			return nil, errAnomaly
		}
		left -= some
	}
	return r.read.Bytes()[start:], nil
}
