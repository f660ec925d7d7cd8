package protocol

import (
	"errors"
	"sync"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/peel"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
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
	// one says whether a product of pairings is 1. It has the parts that are the same in all
	// proofs: e(α, β), and those of the wire of ones.
	one func([]P1, []P2) (bool, error)

	a, c, k visible[P1, E, S]
	b       visible[P2, E, S]
}

// visible are the points that the visible wires have in one of the equation's sums, other than
// infinity.
type visible[P comparable, E any, S algebra.Scalar[E]] struct {
	group  *algebra.Group[P, E]
	points []P
	of     []int // positions among the visible wires
}

// add sets the point of a wire.
func (v *visible[P, E, S]) add(position int, point P) {
	var infinity P
	if point != infinity {
		v.points, v.of = append(v.points, point), append(v.of, position)
	}
}

// fewPoints are summed up one by one: gnark-crypto's sums take as long as three multiplications.
const fewPoints = 2

// sum returns the sum over the visible wires, which have these values.
func (v *visible[P, E, S]) sum(values []E) (sum P, err error) {
	scalars := make([]E, len(v.of))
	defer clear(scalars)
	for i, position := range v.of {
		scalars[i] = values[position]
	}
	if len(v.points) > fewPoints {
		_, err = v.group.MultiExp(&sum, v.points, scalars, ecc.MultiExpConfig{})
		return sum, err
	}
	for i := range v.points {
		product := algebra.Times[P, E, S](v.group, &v.points[i], &scalars[i])
		v.group.Add(&sum, &sum, &product)
	}
	return sum, nil
}

// errUnwritten is the error if peeling does not reach a column.
var errUnwritten = errors.New("the key does not give the verifier's equation")

// newEquation returns the equation of a key and its system, or errUnwritten. The first of the
// visible wires is that of ones.
func newEquation[P1, P2, E comparable, S algebra.Scalar[E]](
	c *Curve[P1, P2, E], sys *system.System[E], pk *Key[P1, P2, E], wires []int,
) (*equation[P1, P2, E, S], error) {
	columns := columnsOf(sys, pk)
	writer := peel.NewWriter[E, S](sys.System, sys.Coefficients, wires, columns.known)
	e := &equation[P1, P2, E, S]{
		Curve: c, alpha: pk.Alpha, beta2: pk.Beta2, delta2: pk.Delta2,
	}
	e.a.group, e.c.group, e.k.group, e.b.group = c.G1, c.G1, c.G1, c.G2
	for position, wire := range wires {
		terms, ok := writer.Write(wire)
		if !ok {
			return nil, errUnwritten
		}
		p, err := partsOf[P1, P2, E, S](c, columns, wire, terms)
		if err != nil {
			return nil, err
		}
		if position > 0 {
			e.a.add(position, p.a)
			e.b.add(position, p.b)
			e.c.add(position, p.c)
			e.k.add(position, p.k)
			continue
		}
		e.one, err = c.Pairing.With(
			[]P1{e.minus(e.alpha, p.a), e.minus(e.alpha), e.minus(p.c), e.minus(p.k)},
			[]P2{e.beta2, p.b, c.Pairing.Generator2, e.delta2})
		if err != nil {
			return nil, err
		}
	}
	return e, nil
}

// minus returns the negative sum of points.
func (e *equation[P1, P2, E, S]) minus(points ...P1) (negative P1) {
	sum := e.G1.Sum(points...)
	e.G1.Sub(&negative, &negative, &sum)
	return negative
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
	holds, inSubgroups := false, false
	var checks parallel.Tasks
	checks.Go(func() error {
		inSubgroups = e.Pairing.InSubgroups(&proof.Ar, &proof.Krs, &proof.Bs)
		return nil
	})
	checks.Go(func() (err error) {
		holds, err = e.one(
			[]P1{proof.Ar, e.minus(proof.Krs, k), e.minus(a), e.minus(e.alpha), e.minus(c)},
			[]P2{proof.Bs, e.delta2, e.beta2, b, e.Pairing.Generator2})
		return err
	})
	err := checks.Wait()
	if err == nil && !(holds && inSubgroups) {
		err = errUnequal
	}
	return err
}

// mostHidden bounds the wires behind commitments, for which the CPU computes seven sums a proof.
const mostHidden = 1 << 10

// visibleWires returns the wires of the [equation], and whether they are few enough. They are the
// public ones, then those that are [system.Hidden].
func visibleWires[E any](sys *system.System[E]) (wires []int, few bool) {
	hidden := system.Hidden(sys.Commitments())
	for wire := range sys.GetNbPublicVariables() {
		wires = append(wires, wire)
	}
	return append(wires, hidden...), len(hidden) <= mostHidden
}

// equations has the equation of the system that a key was last used with.
type equations[P1, P2, E comparable, S algebra.Scalar[E]] struct {
	mutex    sync.Mutex // guards the fields below
	circuit  system.Circuit
	equation *equation[P1, P2, E, S]
	err      error
}

// of returns the equation of a key and its system, or errUnwritten. The first call makes it, in
// about the time of one pass over the system.
func (q *equations[P1, P2, E, S]) of(
	c *Curve[P1, P2, E], sys *system.System[E], pk *Key[P1, P2, E],
) (*equation[P1, P2, E, S], error) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	if circuit := system.CircuitOf(sys.System, pk.Domain.Len()); circuit != q.circuit {
		q.circuit = circuit
		if wires, few := visibleWires(sys); few {
			q.equation, q.err = newEquation[P1, P2, E, S](c, sys, pk, wires)
		} else {
			q.equation, q.err = nil, errUnwritten
		}
	}
	return q.equation, q.err
}
