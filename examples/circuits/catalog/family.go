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

// family is a [Circuit] that grows with the number of some things.
type family struct {
	name, description, scaling string

	size    func(n int) string // names a size
	largest int                // size; 0 for any
	curves  []ecc.ID           // nil for the catalogue's curves
	commits bool               // as often as [WithCommitments] says
	of      func(request) (sizes, error)
}

// sizes makes the circuits of a request.
type sizes struct {
	circuit func(n int) frontend.Circuit
	assign  func(n int) (valid, invalid frontend.Circuit, err error)
}

// Name implements [Circuit].
func (f family) Name() string { return f.name }

// Description implements [Circuit].
func (f family) Description() string { return f.description }

// Scaling implements [Circuit].
func (f family) Scaling() string { return f.scaling }

// Curves implements [Circuit].
func (f family) Curves() []ecc.ID {
	if f.curves == nil {
		return Curves()
	}
	return f.curves
}

// New implements [Circuit].
func (f family) New(curve ecc.ID, constraints int, opts ...Option) (Instance, error) {
	r, err := f.request(curve, constraints, opts)
	if err != nil {
		return Instance{}, err
	}
	made, err := f.of(r)
	if err != nil {
		return Instance{}, err
	}
	n, err := r.size(cmp.Or(f.largest, math.MaxInt), made.circuit)
	if err != nil {
		return Instance{}, err
	}
	valid, invalid, err := made.assign(n)
	return Instance{
		Circuit: made.circuit(n), Assignment: valid, Invalid: invalid, Size: f.size(n),
	}, err
}

// request checks the arguments of New.
func (f family) request(curve ecc.ID, constraints int, opts []Option) (request, error) {
	c, err := nativeOf(curve)
	if err != nil {
		return request{}, err
	}
	if !slices.Contains(f.Curves(), curve) {
		return request{}, fmt.Errorf("%w: %s: %s is for %v", ErrUnsupportedCurve, curve, f.name,
			f.curves)
	}
	if constraints < 1 {
		return request{}, fmt.Errorf("number of constraints is %d, want at least 1", constraints)
	}
	r := request{curve: c, constraints: constraints, builder: r1cs.NewBuilder[constraint.U64]}
	for _, opt := range opts {
		opt(&r)
	}
	if r.commitments < 0 || r.commitments > 0 && !f.commits {
		return request{}, fmt.Errorf("%w: %d commitments", ErrUnsupportedOption, r.commitments)
	}
	if r.exact != nil && *r.exact < 1 {
		return request{}, fmt.Errorf("%w: size %d", ErrUnsupportedOption, *r.exact)
	}
	return r, nil
}

// counting names a size as a number of things: "1 proof", "2 proofs".
func counting(thing string) func(n int) string {
	return func(n int) string {
		if n == 1 {
			return "1 " + thing
		}
		return fmt.Sprintf("%d %ss", n, thing)
	}
}
