package protocol

import (
	"slices"
	"sync"

	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/system"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	device "github.com/gnark-accel/gnark-accel/internal/plonk"
	"github.com/gnark-accel/gnark-accel/internal/poly"
)

// trace is the data that proofs of one circuit share. It must not be modified.
//
// The domain and the coefficients are for the CPU. Where the device computes with polynomials it
// has the coefficients, and these are nil before a proof goes on without it.
type trace[P comparable, E any] struct {
	system.Circuit[E]
	field *curve.Field[E]

	// bare is H without tables for transforms.
	bare *curve.Domain[E]
	// columns are the polynomials by their values on H.
	columns *system.Columns[E]
	// onHost computes the domain and the coefficients, once. It may be called concurrently. Nobody
	// reads them before it returns.
	onHost func() error

	// qkAtCommitments has the constants of the gates whose constant is a commitment's hash.
	qkAtCommitments []E

	rows     system.Rows
	paddingL P // the sum of the Lagrange points at which L is padded
	padding  P // the same for R and O
}

// newTrace computes the trace of a circuit of n rows, padding included.
func (a *attachment[P, E]) newTrace(s *system.System[E], n int) (*trace[P, E], error) {
	f := a.Field
	t := &trace[P, E]{field: f, bare: f.Constants(uint64(n)), rows: s.Rows()}
	t.Points = make([]E, n)
	t.onHost = sync.OnceValue(t.interpolate)
	var tasks parallel.Tasks
	tasks.Go(func() (err error) {
		t.columns, err = system.NewColumns(f, s, n)
		return err
	})
	tasks.Go(func() error { return t.sumPadding(a) })
	tasks.Go(func() error {
		poly.Powers(f, t.Points, t.bare.Generator)
		return nil
	})
	if err := tasks.Wait(); err != nil {
		return nil, err
	}
	t.columns.Label(f, t.Points, t.bare.Shift)
	for _, info := range s.Commitments {
		row := t.rows.Public + info.CommitmentIndex
		t.qkAtCommitments = append(t.qkAtCommitments, t.columns.Qk[row])
	}
	return t, nil
}

// on returns a device's computations with the polynomials.
func (t *trace[P, E]) on(f *engine.Field) (*device.Circuit[E], error) {
	n := len(t.Points)
	step, err := t.field.RootOfUnity(uint64(n * device.Blocks(n)))
	if err != nil {
		return nil, err
	}
	return device.NewCircuit(f, device.Polynomials[E]{
		Domain: *t.bare, Step: step, Columns: t.columns.Columns, Wires: t.columns.Wires,
	}), nil
}

// interpolate computes the coefficients without a device. They stay, and so would damage that a
// device does to them.
func (t *trace[P, E]) interpolate() error {
	t.Domain = t.field.NewDomain(uint64(len(t.Points)))
	t.Qcp = make([][]E, len(t.columns.Qcp))
	values := t.columns.All()
	var tasks parallel.Tasks
	for i, to := range t.All() {
		tasks.Go(func() error {
			*to = slices.Clone(*values[i])
			poly.Interpolate(t.Domain, *to)
			return nil
		})
	}
	return tasks.Wait()
}

// sumPadding adds up the points that meet the padding of L, R and O. The padding has one value
// throughout a proof. It fills the rows after the last constraint and, in R and O, the rows of the
// public inputs.
func (t *trace[P, E]) sumPadding(a *attachment[P, E]) error {
	last := len(t.Points) - t.rows.End
	ones := make([]E, max(t.rows.Public, last))
	poly.Fill(ones, a.Field.One)
	before, err := a.sum(suffix{device.Lagrange, 0}, ones[:t.rows.Public])
	if err != nil {
		return err
	}
	after, err := a.sum(suffix{device.Lagrange, t.rows.End}, ones[:last])
	if err != nil {
		return err
	}
	t.paddingL, t.padding = after, a.G1.Sum(before, after)
	return nil
}
