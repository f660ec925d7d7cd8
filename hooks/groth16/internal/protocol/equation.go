package protocol

import (
	"errors"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/consensys/gnark-crypto/ecc"
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

	// groups are those of the visible wires.
	groups  []group[P1, P2, E, S]
	factors factors[E]
}

// group has the points of a group of visible wires.
type group[P1, P2 comparable, E any, S algebra.Scalar[E]] struct {
	// a has the points A with what links add.
	a, c, k terms[P1, E, S]
	b       terms[P2, E, S]
}

// add sets the points of a wire.
func (g *group[P1, P2, E, S]) add(index int, p *parts[P1, P2]) {
	g.a.add(index, p.a)
	g.b.add(index, p.b)
	g.c.add(index, p.c)
	g.k.add(index, p.k)
}

// reverse turns the order of all points round. The sums of commitments have their wires in order,
// so that damage at one place of a buffer meets another wire here.
func (g *group[P1, P2, E, S]) reverse() {
	for _, t := range []*terms[P1, E, S]{&g.a, &g.c, &g.k} {
		slices.Reverse(t.points)
		slices.Reverse(t.of)
	}
	slices.Reverse(g.b.points)
	slices.Reverse(g.b.of)
}

// terms are the points that the wires of a group have in one of the equation's sums, other than
// infinity.
type terms[P comparable, E any, S algebra.Scalar[E]] struct {
	points []P
	of     []int // indices of the group's wires
}

// add sets the point of a wire.
func (t *terms[P, E, S]) add(index int, point P) {
	var infinity P
	if point != infinity {
		t.points, t.of = append(t.points, point), append(t.of, index)
	}
}

const (
	// fewPoints are summed up one by one: gnark-crypto's sums take as long as three
	// multiplications.
	fewPoints = 2
	// mostOnCPU points are summed up by the CPU, in less time than a device takes to begin.
	mostOnCPU = 1 << 10
)

// sum returns the sum over the wires of a group, which have these values. The sum of a device needs
// no check of its own: the equation does not hold if it is wrong.
func (t *terms[P, E, S]) sum(
	g *algebra.Group[P, E], onDevice func([]P, []E) (P, error), values []E,
) (sum P, err error) {
	scalars := make([]E, len(t.of))
	defer clear(scalars)
	parallel.Chunks(len(scalars), func(from, to int) {
		for i := from; i < to; i++ {
			scalars[i] = values[t.of[i]]
		}
	})
	if len(t.points) > mostOnCPU {
		if sum, err = onDevice(t.points, scalars); err == nil {
			return sum, nil
		}
	}
	if len(t.points) > fewPoints {
		_, err = g.MultiExp(&sum, t.points, scalars, ecc.MultiExpConfig{})
		return sum, err
	}
	for i := range t.points {
		product := algebra.Times[P, E, S](g, &t.points[i], &scalars[i])
		g.Add(&sum, &sum, &product)
	}
	return sum, nil
}

// errUnwritten is the error if peeling does not reach a column.
var errUnwritten = errors.New("the key does not give the verifier's equation")

// blockOfWires is how many visible wires have their points made at once.
const blockOfWires = 1 << 14

// newEquation returns the equation of a key and its system, or errUnwritten.
func newEquation[P1, P2, E comparable, S algebra.Scalar[E]](
	c *Curve[P1, P2, E], sys *system.System[E], pk *Key[P1, P2, E],
) (*equation[P1, P2, E, S], error) {
	w, err := write[P1, P2, E, S](c, sys, pk)
	if err != nil {
		return nil, err
	}
	e := &equation[P1, P2, E, S]{
		Curve: c, alpha: pk.Alpha, beta2: pk.Beta2, delta2: pk.Delta2, factors: w.links.factors,
		groups: make([]group[P1, P2, E, S], 1+len(pk.Commitments)),
	}
	ones, err := e.fill(w)
	if err != nil {
		return nil, err
	}
	for i := range e.groups {
		e.groups[i].reverse()
	}
	e.one, err = c.Pairing.With(
		[]P1{e.minus(e.alpha, ones.a), e.minus(e.alpha), e.minus(ones.c), e.minus(ones.k)},
		[]P2{e.beta2, ones.b, c.Pairing.Generator2, e.delta2})
	return e, err
}

// fill sets the points of all groups but those of the wire of ones, which it returns.
func (e *equation[P1, P2, E, S]) fill(w *written[P1, P2, E, S]) (ones parts[P1, P2], err error) {
	wires := len(w.visible.wires)
	block := make([]parts[P1, P2], min(wires, blockOfWires))
	for from := 0; from < wires; from += len(block) {
		block = block[:min(len(block), wires-from)]
		if err := w.parts(from, block); err != nil {
			return ones, err
		}
		if from == 0 {
			ones, block[0] = block[0], parts[P1, P2]{}
		}
		for i := range block {
			at := w.visible.at[from+i]
			e.groups[at.group].add(at.index, &block[i])
		}
	}
	for _, at := range w.visible.again {
		link, err := w.linkOf(at)
		if err != nil {
			return ones, err
		}
		e.groups[at.group].a.add(at.index, link)
	}
	return ones, nil
}

// minus returns the negative sum of points.
func (e *equation[P1, P2, E, S]) minus(points ...P1) (negative P1) {
	sum := e.G1.Sum(points...)
	e.G1.Sub(&negative, &negative, &sum)
	return negative
}

// errUnequal: the proof is wrong, or the key is not the system's.
var errUnequal = errors.New("the verifier's equation does not hold")

// check returns an error unless a proof satisfies the equation with these sums over its visible
// wires. knowledge are the proofs of knowledge of its commitments.
func (e *equation[P1, P2, E, S]) check(
	proof *Proof[P1, P2], knowledge []P1, sums *parts[P1, P2],
) error {
	link := linked[P1, E, S](e.G1, e.factors, proof.Commitments, knowledge)
	var a P1
	e.G1.Sub(&a, &sums.a, &link)
	holds, inSubgroups := false, false
	var checks parallel.Tasks
	checks.Go(func() error {
		inSubgroups = e.Pairing.InSubgroups(&proof.Ar, &proof.Krs, &proof.Bs)
		return nil
	})
	checks.Go(func() (err error) {
		holds, err = e.one(
			[]P1{
				proof.Ar, e.minus(proof.Krs, sums.k), e.minus(a), e.minus(e.alpha),
				e.minus(sums.c),
			},
			[]P2{proof.Bs, e.delta2, e.beta2, sums.b, e.Pairing.Generator2})
		return err
	})
	err := checks.Wait()
	if err == nil && !(holds && inSubgroups) {
		err = errUnequal
	}
	return err
}

// equations has the equation of the system that a key was last used with. It is safe for
// concurrent use.
type equations[P1, P2, E comparable, S algebra.Scalar[E]] struct {
	making sync.Mutex // one at a time
	last   atomic.Pointer[made[P1, P2, E, S]]
}

// made is an equation, or why there is none.
type made[P1, P2, E comparable, S algebra.Scalar[E]] struct {
	circuit  system.Circuit
	equation *equation[P1, P2, E, S]
	err      error
}

// ready returns the equation if it is made already; else nil, and false if it has to be made.
func (q *equations[P1, P2, E, S]) ready(
	sys *system.System[E], pk *Key[P1, P2, E],
) (e *equation[P1, P2, E, S], known bool) {
	last := q.last.Load()
	if last == nil || last.circuit != system.CircuitOf(sys.System, pk.Domain.Len()) {
		return nil, false
	}
	return last.equation, true
}

// of returns the equation of a key and its system, or errUnwritten. The first call makes it, in
// about the time of one pass over the system.
func (q *equations[P1, P2, E, S]) of(
	c *Curve[P1, P2, E], sys *system.System[E], pk *Key[P1, P2, E],
) (*equation[P1, P2, E, S], error) {
	q.making.Lock()
	defer q.making.Unlock()
	if _, known := q.ready(sys, pk); !known {
		m := &made[P1, P2, E, S]{circuit: system.CircuitOf(sys.System, pk.Domain.Len())}
		m.equation, m.err = newEquation[P1, P2, E, S](c, sys, pk)
		q.last.Store(m)
	}
	last := q.last.Load()
	return last.equation, last.err
}
