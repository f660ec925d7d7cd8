package protocol

import (
	"errors"
	"runtime"
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

	// a has the points A with what its links add.
	a, c, k visible[P1, E, S]
	b       visible[P2, E, S]
	links   *links[P1, P2, E, S]
}

// visible are the points that the visible wires have in one of the equation's sums, other than
// infinity.
type visible[P comparable, E any, S algebra.Scalar[E]] struct {
	group *algebra.Group[P, E]
	// onDevice computes a sum of many points.
	onDevice func(points []P, scalars []E) (P, error)
	points   []P
	of       []int // positions among the visible wires
}

// add sets the point of a wire.
func (v *visible[P, E, S]) add(position int, point P) {
	var infinity P
	if point != infinity {
		v.points, v.of = append(v.points, point), append(v.of, position)
	}
}

const (
	// fewPoints are summed up one by one: gnark-crypto's sums take as long as three
	// multiplications.
	fewPoints = 2
	// mostOnCPU points are summed up by the CPU, in less time than a device takes to begin.
	mostOnCPU = 1 << 10
)

// sum returns the sum over the visible wires, which have these values. The sum of a device needs no
// check of its own: the equation does not hold if it is wrong.
func (v *visible[P, E, S]) sum(values []E) (sum P, err error) {
	scalars := make([]E, len(v.of))
	defer clear(scalars)
	for i, position := range v.of {
		scalars[i] = values[position]
	}
	if len(v.points) > mostOnCPU {
		if sum, err = v.onDevice(v.points, scalars); err == nil {
			return sum, nil
		}
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
	acc *Accelerator[P1, P2, E, S], sys *system.System[E], pk *Key[P1, P2, E], wires []int,
) (*equation[P1, P2, E, S], error) {
	all, linked, err := partsOfAll[P1, P2, E, S](acc.Curve, sys, pk, wires)
	if err != nil {
		return nil, err
	}
	c := acc.Curve
	e := &equation[P1, P2, E, S]{
		Curve: c, alpha: pk.Alpha, beta2: pk.Beta2, delta2: pk.Delta2, links: linked,
	}
	for _, v := range []*visible[P1, E, S]{&e.a, &e.c, &e.k} {
		v.group, v.onDevice = c.G1, acc.MultiExpG1
	}
	e.b.group, e.b.onDevice = c.G2, acc.MultiExpG2
	for position := 1; position < len(all); position++ {
		p := &all[position]
		e.a.add(position, p.a)
		e.b.add(position, p.b)
		e.c.add(position, p.c)
		e.k.add(position, p.k)
	}
	ones := &all[0]
	e.one, err = c.Pairing.With(
		[]P1{e.minus(e.alpha, ones.a), e.minus(e.alpha), e.minus(ones.c), e.minus(ones.k)},
		[]P2{e.beta2, ones.b, c.Pairing.Generator2, e.delta2})
	return e, err
}

// partsOfAll returns the points of all visible wires, or errUnwritten.
func partsOfAll[P1, P2, E comparable, S algebra.Scalar[E]](
	c *Curve[P1, P2, E], sys *system.System[E], pk *Key[P1, P2, E], wires []int,
) ([]parts[P1, P2], *links[P1, P2, E, S], error) {
	columns := columnsOf(sys, pk)
	writer := peel.NewWriter[E, S](sys.System, sys.Coefficients, wires, columns.known)
	terms := make([][]peel.Term[E], len(wires))
	for position, wire := range wires {
		var ok bool
		if terms[position], ok = writer.Write(wire); !ok {
			return nil, nil, errUnwritten
		}
	}
	linked, err := newLinks[P1, P2, E, S](sys, pk.Commitments, wires)
	if err != nil {
		return nil, nil, err
	}
	all := make([]parts[P1, P2], len(wires))
	var tasks parallel.Tasks
	const length = 64
	tasks.SetLimit(runtime.GOMAXPROCS(0))
	for from := 0; from < len(wires); from += length {
		tasks.Go(func() error {
			for position := from; position < min(from+length, len(wires)); position++ {
				var err error
				all[position], err = partsOf[P1, P2, E, S](c, columns, wires[position],
					terms[position],
					func(a *sumOf[P1, E]) { linked.add(a, position) })
				if err != nil {
					return err
				}
			}
			return nil
		})
	}
	return all, linked, tasks.Wait()
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
// values. knowledge are the proofs of knowledge of its commitments.
func (e *equation[P1, P2, E, S]) check(
	proof *Proof[P1, P2], knowledge []P1, values []E,
) error {
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
	link := e.links.sum(e.G1, proof.Commitments, knowledge)
	e.G1.Sub(&a, &a, &link)
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

// visibleWires returns the wires of the [equation]: the public ones, then those that are
// [system.Hidden]. They ascend.
func visibleWires[E any](sys *system.System[E]) (wires []int) {
	for wire := range sys.GetNbPublicVariables() {
		wires = append(wires, wire)
	}
	return append(wires, system.Hidden(sys.Commitments())...)
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
	acc *Accelerator[P1, P2, E, S], sys *system.System[E], pk *Key[P1, P2, E],
) (*equation[P1, P2, E, S], error) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	if circuit := system.CircuitOf(sys.System, pk.Domain.Len()); circuit != q.circuit {
		q.circuit = circuit
		q.equation, q.err = newEquation(acc, sys, pk, visibleWires(sys))
	}
	return q.equation, q.err
}
