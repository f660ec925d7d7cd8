package protocol

import (
	"sync"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/relation"
	"github.com/gnark-accel/gnark-accel/internal/field"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	device "github.com/gnark-accel/gnark-accel/internal/plonk"
	"github.com/gnark-accel/gnark-accel/internal/poly"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// trace is what proofs of one circuit have in common. It must not be modified.
//
// The domain and the coefficients are for the CPU. Where the device computes with polynomials it
// has the coefficients, and these are nil before a proof goes on without it: see [trace.onHost].
type trace[P comparable, E any, S algebra.Scalar[E]] struct {
	relation.Circuit[E]

	// bare is H without tables for transforms.
	bare *field.Domain[E]
	// columns are the polynomials by their values on H.
	columns     *columns[E, S]
	rootOfUnity func(order uint64) (E, error)
	// interpolate sets the domain and the coefficients, once; nil if they are there from the
	// beginning.
	interpolate func() error

	// qkAtCommitments has the constants of the gates whose constant is a commitment's hash.
	qkAtCommitments []E

	rows     rows
	paddingL P // the sum of the Lagrange points at which L is padded
	padding  P // the same for R and O
}

// fits reports whether a trace can be that of a circuit in the same place. The circuit lies where
// the circuit of the trace lay.
func (t *trace[P, E, S]) fits(s *System[E]) bool { return t.rows == s.rows() }

// newTrace computes the trace of a circuit.
func newTrace[P comparable, E any, S algebra.Scalar[E]](
	s *System[E], pk *Key[P, E], acc *Accelerator[P, E, S],
) (*trace[P, E, S], error) {
	n := len(pk.Lagrange)
	t := &trace[P, E, S]{
		bare: acc.Field.Constants(uint64(n)), rootOfUnity: acc.Field.RootOfUnity, rows: s.rows(),
	}
	t.Points = make([]E, n)
	t.interpolate = sync.OnceValue(func() error { return t.interpolateOnHost(acc.Field) })
	var tasks parallel.Tasks
	tasks.Go(func() (err error) {
		t.columns, err = newColumns[E, S](s, n)
		return err
	})
	tasks.Go(func() error { return t.sumPadding(pk, acc) })
	tasks.Go(func() error {
		poly.Powers[E, S](t.Points, t.bare.Generator)
		return nil
	})
	if err := tasks.Wait(); err != nil {
		return nil, err
	}
	t.columns.label(t.Points, t.bare.Shift)
	for _, info := range s.commitments() {
		row := t.rows.public + info.CommitmentIndex
		t.qkAtCommitments = append(t.qkAtCommitments, t.columns.qk[row])
	}
	return t, nil
}

// on returns a device's computations with the polynomials.
func (t *trace[P, E, S]) on(f *session.Field) (*device.Circuit[E, S], error) {
	n := len(t.Points)
	step, err := t.rootOfUnity(uint64(n * device.Cosets(n)))
	if err != nil {
		return nil, err
	}
	c := t.columns
	return device.NewCircuit[E, S](f, device.Polynomials[E]{
		Domain: *t.bare, Step: step,
		Ql: c.ql, Qr: c.qr, Qm: c.qm, Qo: c.qo, Qk: c.qk,
		S1: c.s[0], S2: c.s[1], S3: c.s[2], Qcp: c.qcp, Wires: c.wires,
	}), nil
}

// onHost has the domain and the coefficients there when it returns. It may be called concurrently;
// nobody else reads these before.
func (t *trace[P, E, S]) onHost() error {
	if t.interpolate == nil {
		return nil
	}
	return t.interpolate()
}

// interpolateOnHost computes the coefficients without a device. They stay, and so would damage
// that a device does to them.
func (t *trace[P, E, S]) interpolateOnHost(f *algebra.Field[E]) error {
	t.Domain = f.NewDomain(uint64(len(t.Points)))
	noDevice := new(accel.Engine)
	var tasks parallel.Tasks
	interpolate := func(to *[]E, values []E) {
		tasks.Go(func() (err error) {
			*to, err = coefficients(noDevice, t.Domain, values)
			return err
		})
	}
	c := t.columns
	interpolate(&t.Ql, c.ql)
	interpolate(&t.Qr, c.qr)
	interpolate(&t.Qm, c.qm)
	interpolate(&t.Qo, c.qo)
	interpolate(&t.Qk, c.qk)
	interpolate(&t.S1, c.s[0])
	interpolate(&t.S2, c.s[1])
	interpolate(&t.S3, c.s[2])
	t.Qcp = make([][]E, len(c.qcp))
	for i := range t.Qcp {
		interpolate(&t.Qcp[i], c.qcp[i])
	}
	return tasks.Wait()
}

// sumPadding adds up the points that meet the padding of L, R and O. That has one value throughout
// a proof. It is the rows after the last constraint and, in R and O, those of the public inputs.
func (t *trace[P, E, S]) sumPadding(pk *Key[P, E], acc *Accelerator[P, E, S]) error {
	points := pk.Lagrange
	ones := make([]E, max(t.rows.public, len(points)-t.rows.end))
	algebra.Fill(ones, field.One[E, S]())
	before, err := acc.MultiExp(points[:t.rows.public], ones[:t.rows.public])
	if err != nil {
		return err
	}
	after, err := acc.MultiExp(points[t.rows.end:], ones[:len(points)-t.rows.end])
	if err != nil {
		return err
	}
	t.paddingL, t.padding = after, acc.G1.Sum(before, after)
	return nil
}
