package plonk

import (
	"errors"
	"time"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/engine"
)

// Key has the points of a key's reference string, in both forms.
type Key[P any] struct {
	// Shape is the circuit's, or nil for a key of points alone, which proves nothing.
	Shape               *Shape
	Canonical, Lagrange engine.Points[P]
	// Made has points that a device made, if it still has some. Load closes it there.
	Made *engine.Made
}

// Form is a form of a reference string.
type Form int

// The forms.
const (
	Canonical Form = iota
	Lagrange
)

// Load reserves memory for proofs. It loads a key's points with load, the canonical ones first.
// load keeps no multiples in the last headroom bytes of the device's memory. There are no bases of
// points that are missing. Then Load has the device make room for the largest MSMs of a proof, and
// logs that the key is loaded.
func Load[P, E any](
	f *engine.Field, k *Key[P],
	load func(Form, engine.Points[P], uint64) (*engine.Bases[P, E], error),
) (canonical, lagrange *engine.Bases[P, E], err error) {
	begun := time.Now()
	k.Made.Expect(k.Canonical.Bytes() + k.Lagrange.Bytes())
	var headroom uint64
	if k.Shape != nil {
		headroom, err = reserve(f, *k.Shape, k.Canonical.Bytes()+k.Lagrange.Bytes(), k.Made)
		if err != nil {
			return nil, nil, err
		}
	}
	if k.Canonical.Number > 0 {
		if canonical, err = load(Canonical, k.Canonical, headroom+k.Lagrange.Bytes()); err != nil {
			return nil, nil, err
		}
		k.Made.Advance(k.Canonical.Bytes())
	}
	if k.Lagrange.Number > 0 {
		if lagrange, err = load(Lagrange, k.Lagrange, headroom); err != nil {
			return canonical, nil, err
		}
		k.Made.Advance(k.Lagrange.Bytes())
	}
	k.Made.CloseOn(f.Engine())
	if canonical == nil || lagrange == nil {
		return canonical, lagrange, nil
	}
	for _, s := range batchesOverCanonical(k.Lagrange.Number) {
		n := min(s.scalars, canonical.Len())
		err = errors.Join(err, canonical.Loaded().Warm(n, s.msms, engine.DeviceScalars))
	}
	f.Engine().LogKey(time.Since(begun), canonical.Loaded(), lagrange.Loaded())
	return canonical, lagrange, err
}

// batch is MSMs over the same points that a proof computes at once.
type batch struct{ scalars, msms int }

// batchesOverCanonical are the largest batches over the canonical points, for n rows. They are the
// shards of the quotient, and one polynomial.
func batchesOverCanonical(n int) []batch { return []batch{{n + 2, 3}, {n + 2, 1}} }

// reserve keeps memory of the device for one proof at a time. Bases that are loaded later leave it,
// and are sent along with each MSM if need be. That takes less time than the polynomials on the
// CPU. It also loads the field's kernels and pins buffers, as the first proof would.
//
// It returns the memory, in bytes, in which no multiples of the key's points should be kept, so
// that the circuit's polynomials can stay on the device: to send them with each proof takes
// longer than more multiples save. points is the memory that the key's points take by themselves.
// Where the polynomials could not stay anyway the result is 0. Points that were made give way, so
// that nothing depends on them.
//
// An error is returned only by a strict engine, accel.ErrOutOfMemory among others, and by a
// closed one.
func reserve(
	f *engine.Field, s Shape, points uint64, made *engine.Made,
) (headroom uint64, err error) {
	if !s.OnDevice() {
		return 0, nil
	}
	circuit := s.circuitBytes(f)
	if err := f.Reserve("polynomials", s.Rows, s.Needs(f), made); err != nil {
		return 0, engine.Optional(err)
	}
	left, taken := f.Engine().Available(), made.Bytes(f.Engine())
	if headroomFor(circuit, points, left) != headroomFor(circuit, points, left+taken) {
		if err := made.Close(); err != nil {
			return 0, err
		}
		left = f.Engine().Available()
	}
	return headroomFor(circuit, points, left), f.Warm("polynomials", s.Rows)
}

// headroomFor is the result of reserve when so much memory is left.
func headroomFor(circuit, points, left uint64) uint64 {
	if !cuda.MayStay(circuit, left-min(left, points)) {
		return 0
	}
	return 2 * circuit
}
