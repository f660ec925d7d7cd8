package multiexp

import (
	"errors"
	"fmt"
	"math/big"
	"sync/atomic"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// Group is a group of points P, with scalars E, on an engine: it computes MSMs.
type Group[P, E any] struct {
	engine     func() *session.Engine
	whole      *cuda.Group // without a bound for the scalars
	descriptor *cuda.Group
	host       *Host[P, E]
}

// Host computes in a group on the CPU.
type Host[P, E any] struct {
	// MultiExp is gnark-crypto's method. It sets sum and returns it.
	MultiExp func(sum *P, points []P, scalars []E, config ecc.MultiExpConfig) (*P, error)
	// Accept stores a result of the device in sum, if it is a point of the curve.
	Accept func(sum *P) session.Accept
	// Add and Sub are gnark-crypto's methods. They set sum and return it.
	Add, Sub func(sum, x, y *P) *P
	// BitLen returns the number of bits of a scalar.
	BitLen func(*E) int
	// Equal compares points. Times sets a point to a multiple of another and returns it.
	Equal func(p, q *P) bool
	Times func(product, p *P, k *big.Int) *P
	// Scalar returns a number as a scalar. Mul sets a scalar to a product and returns it.
	Scalar func(uint64) E
	Mul    func(product, x, y *E) *E
	// IsInSubGroup is gnark-crypto's method.
	IsInSubGroup func(*P) bool
	// BatchScalarMultiplication is gnark-crypto's function.
	BatchScalarMultiplication func(base *P, scalars []E) []P
	// ToLagrange is gnark-crypto's function. It is nil for G2, where there is none.
	ToLagrange func(points []P) ([]P, error)
	// Format is how points are written.
	Format Format[P]
	// Field describes the scalars to the backend.
	Field *cuda.Field
}

// NewGroup returns a group that asks for the engine when it first computes.
func NewGroup[P, E any](
	engine func() *session.Engine, descriptor *cuda.Group, host *Host[P, E],
) *Group[P, E] {
	return &Group[P, E]{engine, descriptor, descriptor, host}
}

// With returns the group with another descriptor, such as one for small scalars only.
func (g *Group[P, E]) With(descriptor *cuda.Group) *Group[P, E] {
	if g == nil {
		return new(Group[P, E])
	}
	return &Group[P, E]{g.engine, g.whole, descriptor, g.host}
}

// made returns session.ErrNotMade for nil and for a zero value.
func (g *Group[P, E]) made() error {
	if g == nil || g.engine == nil {
		return session.ErrNotMade
	}
	return nil
}

// Products measures how many products in the field of a point's coordinates the device computes
// in a second. It fails without a device.
func (g *Group[P, E]) Products() (perSecond float64, err error) {
	if err := g.made(); err != nil {
		return 0, err
	}
	return g.engine().Products(g.descriptor)
}

// MultiExp returns Σ scalars[i]·points[i], with gnark-crypto's errors for wrong input. Other
// errors are [session.ErrBitSize], [session.ErrClosed] and the failures of a strict engine.
func (g *Group[P, E]) MultiExp(points []P, scalars []E, config ecc.MultiExpConfig) (*P, error) {
	if err := g.made(); err != nil {
		return nil, err
	}
	if err := CheckInput(len(points), len(scalars), config); err != nil {
		return nil, err
	}
	if err := g.checkBitSize(scalars); err != nil {
		return nil, err
	}
	sums, err := g.onDevice(len(points), 1, func(factor *E, accept []session.Accept) error {
		e, group, points := g.engine(), g.forPasses(), driver.Bytes(points)
		return g.multiplied([][]E{scalars}, factor, func(scalars [][]byte) error {
			return e.MultiExp(group, points, scalars[0], accept[0])
		})
	})
	if errors.Is(err, session.ErrOnCPU) {
		return g.host.MultiExp(new(P), points, scalars, config)
	}
	if err != nil {
		return nil, err
	}
	return &sums[0], nil
}

// checkBitSize returns an error that wraps [session.ErrBitSize] if a scalar is not below the
// group's bound. Without a bound it returns nil.
func (g *Group[P, E]) checkBitSize(scalars []E) error {
	if !g.descriptor.Bounded {
		return nil
	}
	var wrong atomic.Bool
	parallel.Chunks(len(scalars), func(from, to int) {
		for i := from; i < to; i++ {
			if g.host.BitLen(&scalars[i]) > g.descriptor.ScalarBits {
				wrong.Store(true)
				return
			}
		}
	})
	if wrong.Load() {
		return fmt.Errorf("%w: not all of %d scalars are below 2^%d",
			session.ErrBitSize, len(scalars), g.descriptor.ScalarBits)
	}
	return nil
}

// Descriptor describes the group to the backend.
func (g *Group[P, E]) Descriptor() *cuda.Group { return g.descriptor }

// MultiExpVector returns the sum over points on the host with a vector of scalars of that length.
func (g *Group[P, E]) MultiExpVector(points []P, v Vector[E]) (*P, error) {
	if err := g.made(); err != nil {
		return nil, err
	}
	if err := CheckInput(len(points), v.Len(), ecc.MultiExpConfig{}); err != nil {
		return nil, err
	}
	if device := v.OnDevice(); device != nil && !g.descriptor.Bounded {
		sums, err := g.onDevice(v.Len(), 1, func(factor *E, accept []session.Accept) error {
			return g.engine().MultiExpResident(v.Field(), g.descriptor,
				driver.Bytes(points), device, words(factor), accept[0])
		})
		if err == nil {
			return &sums[0], nil
		}
		if !errors.Is(err, session.ErrOnCPU) {
			return nil, err
		}
	}
	scalars, err := v.Elements()
	if err != nil {
		return nil, err
	}
	return g.MultiExp(points, scalars, ecc.MultiExpConfig{})
}
