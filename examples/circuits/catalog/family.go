package catalog

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/frontend/cs/r1cs"
)

// Circuit is an entry of the catalogue: a family of circuits that grow with the number of some
// things.
type Circuit struct {
	name, description, scaling string

	size    func(n int) string // names a size
	largest int                // size; 0 for any
	curves  []ecc.ID           // nil for the catalogue's curves
	commits bool               // as often as [WithCommitments] says
	circuit func(r request, n int) (frontend.Circuit, error)
	// assign makes up values that satisfy the circuit, or that just fail to, with wrong as 1.
	assign func(r request, n int, wrong int64) (frontend.Circuit, error)
}

// Name is the short name under which [Lookup] finds the circuit.
func (c Circuit) Name() string { return c.name }

// Description names the proved statement in one line.
func (c Circuit) Description() string { return c.description }

// Scaling names in one line the quantity that the number of constraints depends on. Counts in it
// are for R1CS over BN254.
func (c Circuit) Scaling() string { return c.scaling }

// Curves lists the curves over whose scalar fields the circuit can be built: [Curves], or some of
// them.
func (c Circuit) Curves() []ecc.ID {
	if c.curves == nil {
		return Curves()
	}
	return c.curves
}

// New builds the circuit over the scalar field of curve. It chooses the size whose number of
// constraints comes closest to constraints, as far as that can be told from the smallest sizes. For
// 1 it is the smallest size. A circuit that does not scale, or not that far, comes in its nearest
// size: count the constraints of the compiled circuit.
func (c Circuit) New(curve ecc.ID, constraints int, opts ...Option) (i Instance, err error) {
	r, err := c.request(curve, constraints, opts)
	if err != nil {
		return i, err
	}
	n, err := r.size(cmp.Or(c.largest, math.MaxInt), c.circuit)
	if err != nil {
		return i, err
	}
	i.Size = c.size(n)
	if i.Circuit, err = c.circuit(r, n); err != nil {
		return i, err
	}
	if i.Assignment, err = c.assign(r, n, 0); err != nil {
		return i, err
	}
	i.Invalid, err = c.assign(r, n, 1)
	return i, err
}

// request checks the arguments of New.
func (c Circuit) request(curve ecc.ID, constraints int, opts []Option) (r request, err error) {
	if !slices.Contains(c.Curves(), curve) {
		return r, fmt.Errorf("%w: %s: %s is for %v", ErrUnsupportedCurve, curve, c.name, c.Curves())
	}
	r = request{
		curve:       natives[slices.Index(Curves(), curve)],
		constraints: constraints, builder: r1cs.NewBuilder[constraint.U64],
	}
	for _, opt := range opts {
		opt(&r)
	}
	switch {
	case constraints < 1:
		err = fmt.Errorf("number of constraints is %d, want at least 1", constraints)
	case r.commitments < 0 || r.commitments > 0 && !c.commits:
		err = fmt.Errorf("%w: %d commitments", ErrUnsupportedOption, r.commitments)
	case r.exact != nil && *r.exact < 1:
		err = fmt.Errorf("%w: size %d", ErrUnsupportedOption, *r.exact)
	}
	return r, err
}

// counting names a size as a number of things: "1 proof", "2 proofs".
func counting(one, many string) func(n int) string {
	return func(n int) string {
		if n == 1 {
			return "1 " + one
		}
		return fmt.Sprintf("%d %s", n, many)
	}
}
