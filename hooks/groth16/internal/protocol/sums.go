package protocol

import (
	"context"
	"fmt"

	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	device "github.com/gnark-accel/gnark-accel/internal/groth16"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/poly"
)

// input has the inputs of a proof's MSMs.
type input[P1, P2, E any] struct {
	ctx      context.Context
	key      *Key[P1, P2, E]
	system   *system.System[E]
	wires    []E
	quotient *device.Quotient[E]
	ahead    *engine.Follower[E] // may have sent the wires
}

// makePoints computes the MSMs and makes the proof's points of them. It consumes the solution's A,
// B and C.
func (p *proving[P1, P2, E]) makePoints(solution *system.Solution[E]) (*assembled[P1, P2], error) {
	q, err := p.quotientOf(solution)
	if err != nil {
		return nil, err
	}
	s, err := p.site.begin(&input[P1, P2, E]{
		ctx: p.Context, key: p.key, system: p.system, wires: solution.Wires,
		quotient: q, ahead: p.ahead,
	})
	if err != nil {
		return nil, err
	}
	defer s.close()
	return p.assemble(s)
}

// quotientOf returns the quotient of a solution's A, B and C. If the solution lacks them, the
// quotient is computed from its wires.
func (p *proving[P1, P2, E]) quotientOf(s *system.Solution[E]) (*device.Quotient[E], error) {
	domain := p.key.Domain
	q := &device.Quotient[E]{
		Domain: domain,
		OnCPU:  func(a, b, c []E) []E { return quotient(a, b, c, domain) },
	}
	if s.Rows[0] == nil {
		q.Constraints = p.constraints.Constraints
		q.Values = func() (*device.Values[E], error) {
			all, err := system.SolutionOf(p.system, s.Wires, domain)
			if err != nil {
				return nil, err
			}
			return valuesOf(all.Rows, domain)
		}
		return q, nil
	}
	values, err := valuesOf(s.Rows, domain)
	s.Rows = [3][]E{} // the CPU frees two of them early
	q.Values = func() (*device.Values[E], error) { return values, nil }
	return q, err
}

// valuesOf returns values for the device. It refuses values that do not fit the domain, or each
// other.
func valuesOf[E any](abc [3][]E, domain *curve.Domain[E]) (*device.Values[E], error) {
	v := &device.Values[E]{Domain: domain, A: abc[0], B: abc[1], C: abc[2]}
	if err := v.Check(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrKeyMismatch, err)
	}
	return v, nil
}

// quotient computes H with H·(Xⁿ − 1) = a·b − c on the CPU. It takes values that valuesOf accepts.
// The result is that of [device.ComputeQuotient], which has the way: six transforms in all.
func quotient[E any](a, b, c []E, domain *curve.Domain[E]) []E {
	f, n := domain.Field, domain.Len()
	a, b, c = pad(a, n), pad(b, n), pad(c, n)

	for _, v := range [][]E{a, b, c} {
		domain.FFTInverse(v, curve.Transform{Decimation: curve.DIF})
	}
	for _, v := range [][]E{a, b} {
		domain.FFT(v, curve.Transform{Decimation: curve.DIT, OnCoset: true})
	}
	poly.Elementwise(f.Vectors.Mul, a, a, b)
	domain.FFTInverse(a, curve.Transform{Decimation: curve.DIF, OnCoset: true})

	inverse := device.InverseOnCoset(domain)
	parallel.Chunks(n, func(from, to int) {
		h := a[from:to]
		f.Vectors.Sub(h, h, c[from:to])
		f.Vectors.ScalarMul(h, h, &inverse)
	})
	return a
}

// pad appends zeros up to n values, in place if the capacity allows it.
func pad[E any](values []E, n int) []E {
	return append(values, make([]E, n-len(values))...)
}
