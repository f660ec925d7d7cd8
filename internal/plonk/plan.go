package plonk

import (
	"cmp"
	"errors"

	planned "github.com/gnark-accel/gnark-accel/accel/memory"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/engine"
)

// Plan is a dry run of [Load] and of a [Proof]. The key is that of a circuit, and no point of it
// exists. The field and the group are on the engine of the dry run. The domain and the step are as
// in [Polynomials].
func Plan[P, E any](
	r *engine.DryRun, f *engine.Field, g1 *engine.Group[P, E], s Shape, domain curve.Domain[E],
	step E,
) (*planned.Plan, error) {
	canonical, lagrange, err := place(f, g1, s)
	if err != nil {
		return nil, err
	}
	r.NoteBases("canonical", canonical.Loaded())
	r.NoteBases("Lagrange", lagrange.Loaded())
	c := NewCircuit[E](f, Polynomials[E]{
		Domain: domain, Step: step, Columns: Columns[E]{Qcp: make([][]E, s.Commitments)},
	})
	if err := c.plan(r); err != nil {
		return nil, err
	}
	committed := engine.DeviceScalars
	if s.Commitments > 0 { // their values are on the host
		committed = engine.HostScalars
	}
	r.NoteMSMs("Lagrange", lagrange.Loaded(), s.Rows, 1, committed)
	for _, b := range batchesOverCanonical(s.Rows) {
		r.NoteMSMs("canonical", canonical.Loaded(), b.scalars, b.msms, engine.DeviceScalars)
	}
	return r.Plan(), nil
}

// place loads a key of which no point exists.
func place[P, E any](
	f *engine.Field, g1 *engine.Group[P, E], s Shape,
) (canonical, lagrange *engine.Bases[P, E], err error) {
	k := &Key[P]{
		Shape:     &s,
		Canonical: engine.Points[P]{Number: s.Rows + 3},
		Lagrange:  engine.Points[P]{Number: s.Rows},
	}
	return Load(f, k, func(
		_ Form, p engine.Points[P], headroom uint64,
	) (*engine.Bases[P, E], error) {
		return g1.LoadPoints(p, engine.Loading{Headroom: headroom})
	})
}

// PlanSetup is a dry run of [Load] and of the commitments to a circuit's polynomials.
func PlanSetup[P, E any](f *engine.Field, g1 *engine.Group[P, E], s Shape) error {
	_, lagrange, err := place(f, g1, s)
	if err != nil {
		return err
	}
	return lagrange.Loaded().DryRun(s.Rows, s.columns(), engine.HostScalars)
}

// plan makes a proof of elements that do not exist, and notes down its memory.
func (c *Circuit[E]) plan(r *engine.DryRun) error {
	p := c.Proof()
	bytes, err := r.Compute(p.dryRun)
	if errors.Is(err, engine.ErrOnCPU) {
		r.NoteVectors("polynomials", planned.OnCPU, 0)
		return nil
	}
	if err != nil {
		return err
	}
	circuit, place := c.shape.circuitBytes(c.field), planned.OnDevice
	if c.coefficients.Bytes() == 0 {
		bytes, place = bytes-circuit, planned.EachProof
	}
	r.NoteVectors("polynomials", planned.EachProof, bytes)
	r.NoteVectors("circuit", place, circuit)
	if values := c.values.Bytes(); values > 0 {
		r.NoteVectors("values of the circuit", planned.OnDevice, values)
	}
	return nil
}

// dryRun runs the rounds, without the steps that only send the wires. Behind an error they do
// nothing.
func (p *Proof[E]) dryRun() error {
	var zero E
	by := &Linearisation[E]{Qcp: make([]E, p.circuit.shape.Commitments)}
	err := cmp.Or(p.Accumulate(zero, zero), p.PrepareQuotient([3]E{}),
		p.Quotient(zero, zero, zero))
	_, _, later := p.Evaluate(zero, zero)
	return cmp.Or(err, later, p.Linearise(by), p.DivideFolded(zero, zero))
}
