package engine

import (
	"math/big"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/curve"
)

// Group is a group of points P, with scalars E, on an engine: it computes MSMs.
type Group[P, E any] struct {
	engine     *Engine // nil for a group that is on none yet
	descriptor *cuda.Group
	host       *Host[P, E]
	inProof    bool // its sums are parts of proofs
}

// Host computes in a group on the CPU.
type Host[P, E any] struct {
	// MultiExp is gnark-crypto's method. It sets sum and returns it.
	MultiExp func(sum *P, points []P, scalars []E, config ecc.MultiExpConfig) (*P, error)
	// Accept stores a result of the device in sum, if it is a point of the curve.
	Accept func(sum *P) Accept
	// Add and Sub are gnark-crypto's methods. They set sum and return it.
	Add, Sub func(sum, x, y *P) *P
	// Equal compares points. Times sets a point to a multiple of another and returns it.
	Equal func(p, q *P) bool
	Times func(product, p *P, k *big.Int) *P
	// Scalars computes with scalars. Generator returns a root of unity of order n.
	Scalars   *curve.Field[E]
	Generator func(n uint64) (E, error)
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

// NewGroup returns a group that is on no engine yet.
func NewGroup[P, E any](descriptor *cuda.Group, host *Host[P, E]) *Group[P, E] {
	return &Group[P, E]{descriptor: descriptor, host: host}
}

// On returns the group on an engine.
func (g *Group[P, E]) On(e *Engine) *Group[P, E] {
	on := *g
	on.engine = e
	return &on
}

// InProof returns the group for the MSMs of proofs. See [Config.ByTimes].
func (g *Group[P, E]) InProof() *Group[P, E] {
	of := *g
	of.inProof = true
	return &of
}

// Add adds a point to a sum on the host.
func (g *Group[P, E]) Add(sum, p *P) { g.host.Add(sum, sum, p) }

// check returns ErrNotMade for nil, and for a group on no engine.
func (g *Group[P, E]) check() error {
	if g == nil || g.engine == nil {
		return ErrNotMade
	}
	return nil
}

// Descriptor describes the group to the backend.
func (g *Group[P, E]) Descriptor() *cuda.Group { return g.descriptor }

// Products measures how many products in the field of a point's coordinates the device computes
// in a second. It fails without a device.
func (g *Group[P, E]) Products() (perSecond float64, err error) {
	if err := g.check(); err != nil {
		return 0, err
	}
	return g.engine.Products(g.descriptor)
}

// compute has the device compute with vectors of n elements: see [Field.Compute].
func (g *Group[P, E]) compute(
	what string, n int, bytesUp uint64, do func(*cuda.Workspace) error,
) error {
	return NewField(g.engine, g.host.Field).Compute(what, n, bytesUp, do)
}
