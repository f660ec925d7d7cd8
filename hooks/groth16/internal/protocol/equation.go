package protocol

import (
	"errors"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/peel"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/internal/field"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// equation is the verifier's equation, without the verifier's key:
//
//	e(Ar, Bs) = e(α + ΣA, β) · e(α, ΣB) · e(ΣC, g₂) · e(Krs + ΣK, δ)
//
// The verifier has e(α, β) · e(ΣV, γ) · e(Krs, δ) on the right, with γ and the points V in no
// proving key. The sums are over the wires that it sees, or has a commitment to. But a wire's V is
// (βA + αB + C)/γ by the setup, and K = (βA + αB + C)/δ for other wires, where A, B and C are the
// columns of the system at the key's secret point. So
//
//	e(V, γ) = e(A, β) · e(α, B) · e(C, g₂)
//
// The key has A and B. It lacks C, which package peel writes as a sum of columns of A and B, and of
// columns of C of other wires; and for these e(C, g₂) = e(K, δ) · e(−A, β) · e(−α, B).
type equation[P1, P2, E comparable, S algebra.Scalar[E]] struct {
	*Curve[P1, P2, E]
	alpha         P1
	beta2, delta2 P2

	a, c, k visible[P1, E]
	b       visible[P2, E]
}

// visible are the points that the visible wires have in one of the equation's sums.
type visible[P comparable, E any] struct {
	group *algebra.Group[P, E]
	first P // the point of the wire of ones
	// points of further wires, other than infinity, and the wires' positions among the visible.
	points []P
	of     []int
}

// add sets a wire's point: that of the next one.
func (v *visible[P, E]) add(position int, point P) {
	var infinity P
	switch {
	case position == 0:
		v.first = point
	case point != infinity:
		v.points, v.of = append(v.points, point), append(v.of, position)
	}
}

// sum returns the sum over the visible wires, which have these values.
func (v *visible[P, E]) sum(values []E) (sum P, err error) {
	if len(v.points) == 0 {
		return v.first, nil
	}
	scalars := make([]E, len(v.of))
	defer clear(scalars)
	for i, position := range v.of {
		scalars[i] = values[position]
	}
	if _, err = v.group.MultiExp(&sum, v.points, scalars, ecc.MultiExpConfig{}); err != nil {
		return sum, err
	}
	v.group.Add(&sum, &sum, &v.first)
	return sum, nil
}

// errUnwritten is the error if peeling does not reach a column.
var errUnwritten = errors.New("the key does not give the verifier's equation")

// newEquation returns the equation of a key and its system, or errUnwritten. The first of the
// visible wires is that of ones.
func newEquation[P1, P2, E comparable, S algebra.Scalar[E]](
	c *Curve[P1, P2, E], sys *System[E], pk *Key[P1, P2, E], wires []int,
) (*equation[P1, P2, E, S], error) {
	columns := columnsOf(sys, pk)
	writer := peel.NewWriter[E, S](sys.System, sys.Coefficients, wires, columns.known)
	e := &equation[P1, P2, E, S]{
		Curve: c, alpha: pk.Alpha, beta2: pk.Beta2, delta2: pk.Delta2,
	}
	e.a.group, e.c.group, e.k.group, e.b.group = c.G1, c.G1, c.G1, c.G2
	one := field.One[E, S]()
	for position, wire := range wires {
		terms, ok := writer.Write(wire)
		if !ok {
			return nil, errUnwritten
		}
		var a, c, k sumOf[P1, E]
		var b sumOf[P2, E]
		a.add(columns.a(wire), one)
		b.add(columns.b2(wire), one)
		for _, t := range terms {
			switch t.Matrix {
			case peel.A:
				c.add(columns.a(t.Wire), t.Coefficient)
			case peel.B:
				c.add(columns.b(t.Wire), t.Coefficient)
			case peel.C:
				var negative E
				S(&negative).Neg(&t.Coefficient)
				k.add(columns.k(t.Wire), t.Coefficient)
				a.add(columns.a(t.Wire), negative)
				b.add(columns.b2(t.Wire), negative)
			}
		}
		err := errors.Join(addSum(&e.a, position, &a), addSum(&e.c, position, &c),
			addSum(&e.k, position, &k), addSum(&e.b, position, &b))
		if err != nil {
			return nil, err
		}
	}
	return e, nil
}

// sumOf is a sum of points of a key.
type sumOf[P, E any] struct {
	points []P
	times  []E
}

// add adds a point. It may be nil, for infinity.
func (s *sumOf[P, E]) add(point *P, times E) {
	if point != nil {
		s.points, s.times = append(s.points, *point), append(s.times, times)
	}
}

func addSum[P comparable, E any](v *visible[P, E], position int, s *sumOf[P, E]) error {
	var point P
	if len(s.points) > 0 {
		_, err := v.group.MultiExp(&point, s.points, s.times, ecc.MultiExpConfig{})
		if err != nil {
			return err
		}
	}
	v.add(position, point)
	return nil
}

// errUnequal: the proof is wrong, or the key is not the system's.
var errUnequal = errors.New("the verifier's equation does not hold")

// check returns an error unless a proof satisfies the equation, where the visible wires have these
// values.
func (e *equation[P1, P2, E, S]) check(proof *Proof[P1, P2], values []E) error {
	var a, c, k P1
	var b P2
	var sums parallel.Tasks
	sums.Go(func() (err error) { a, err = e.a.sum(values); return err })
	sums.Go(func() (err error) { b, err = e.b.sum(values); return err })
	sums.Go(func() (err error) { c, err = e.c.sum(values); return err })
	sums.Go(func() (err error) { k, err = e.k.sum(values); return err })
	if err := sums.Wait(); err != nil {
		return err
	}
	minus := func(points ...P1) (negative P1) {
		sum := e.G1.Sum(points...)
		e.G1.Sub(&negative, &negative, &sum)
		return negative
	}
	holds, inSubgroups := false, false
	var checks parallel.Tasks
	checks.Go(func() error {
		inSubgroups = e.Pairing.InSubgroups(&proof.Ar, &proof.Krs, &proof.Bs)
		return nil
	})
	checks.Go(func() (err error) {
		holds, err = e.Pairing.One(
			[]P1{proof.Ar, minus(e.alpha, a), minus(e.alpha), minus(c), minus(proof.Krs, k)},
			[]P2{proof.Bs, e.beta2, b, e.Pairing.Generator2, e.delta2})
		return err
	})
	err := checks.Wait()
	if err == nil && !(holds && inSubgroups) {
		err = errUnequal
	}
	return err
}
