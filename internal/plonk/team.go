package plonk

import (
	"context"
	"errors"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/field"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// Team is one proof that several devices make side by side, or one alone. Each computes all
// polynomials, which takes less time than to send them on, so that the sums can be cut by ranges:
// every device has the scalars of all. Only the parts of the quotient are sent, where devices reach
// each other's memory.
//
// The methods are those of [Proof]. Their results are the first device's, and so is what they say
// of a failure. Another device that fails, or has no room, takes no part in what follows.
type Team[E any, S field.Scalar[E]] struct {
	proofs []*Proof[E, S]
	left   []bool // by proof
	shared bool   // each computes its own parts of the quotient
}

// NewTeam returns the proof that the devices of circuits make. They are copies of one circuit, and
// in the order of all teams: proofs that wait for memory do so in that order, lest one waits for
// another. The proof has to be closed.
func NewTeam[E any, S field.Scalar[E]](circuits []*Circuit[E, S]) *Team[E, S] {
	t := &Team[E, S]{left: make([]bool, len(circuits))}
	for _, c := range circuits {
		t.proofs = append(t.proofs, c.Proof())
	}
	return t
}

// ShareCosets has each device compute the quotient on its range of the cosets alone, from one up to
// another, and send it to the others. The ranges cover all [Cosets]. It comes before Begin.
func (t *Team[E, S]) ShareCosets(ranges [][2]int) *Team[E, S] {
	t.shared = len(t.proofs) > 1
	for k, p := range t.proofs {
		p.cosets = cosets{ranges[k][0], ranges[k][1]}
	}
	return t
}

// Until is [Proof.Until].
func (t *Team[E, S]) Until(ctx context.Context) *Team[E, S] {
	for _, p := range t.proofs {
		p.Until(ctx)
	}
	return t
}

// After is [Proof.After]. The device of the field that the values were sent to has them.
func (t *Team[E, S]) After(ahead *session.Ahead[E]) *Team[E, S] {
	t.proofs[0].After(ahead)
	return t
}

// Begin takes the memory of the proof on all devices, where there are several. It comes first.
func (t *Team[E, S]) Begin() error {
	if len(t.proofs) == 1 {
		return nil
	}
	for k := range t.proofs {
		if err := t.join(k, t.proofs[k].begin()); err != nil {
			return err
		}
	}
	return nil
}

// On returns a device's part, by the order of the circuits.
func (t *Team[E, S]) On(device int) *Proof[E, S] { return t.proofs[device] }

// each has all devices compute.
func (t *Team[E, S]) each(compute func(*Proof[E, S]) error) error {
	return t.eachOf(func(_ int, p *Proof[E, S]) error { return compute(p) })
}

// eachOf is each with the devices' numbers.
func (t *Team[E, S]) eachOf(compute func(k int, p *Proof[E, S]) error) error {
	if len(t.proofs) == 1 {
		return compute(0, t.proofs[0])
	}
	var tasks parallel.Tasks
	for k, p := range t.proofs {
		if !t.left[k] {
			tasks.Go(func() error { return t.join(k, compute(k, p)) })
		}
	}
	return tasks.Wait()
}

// join returns the error of a device's computation. Instead, a device other than the first leaves.
func (t *Team[E, S]) join(device int, err error) error {
	alone := errors.Is(err, session.ErrOnCPU) || errors.Is(err, session.ErrElsewhere)
	if device > 0 && alone {
		t.left[device] = true
		return nil
	}
	return err
}

// SendWire is [Proof.SendWire].
func (t *Team[E, S]) SendWire(wire int, values []E, padding E) error {
	return t.each(func(p *Proof[E, S]) error { return p.SendWire(wire, values, padding) })
}

// Takes is [Proof.Takes].
func (t *Team[E, S]) Takes(n int) bool { return t.proofs[0].Takes(n) }

// SendWires is [Proof.SendWires].
func (t *Team[E, S]) SendWires(values []E) error {
	return t.each(func(p *Proof[E, S]) error { return p.SendWires(values) })
}

// InterpolateWires is [Proof.InterpolateWires].
func (t *Team[E, S]) InterpolateWires(wires *Wires[E]) error {
	return t.each(func(p *Proof[E, S]) error { return p.InterpolateWires(wires) })
}

// Accumulate is [Proof.Accumulate].
func (t *Team[E, S]) Accumulate(beta, gamma E) error {
	return t.each(func(p *Proof[E, S]) error { return p.Accumulate(beta, gamma) })
}

// PrepareQuotient is [Proof.PrepareQuotient].
func (t *Team[E, S]) PrepareQuotient(blinding [3]E) error {
	return t.each(func(p *Proof[E, S]) error { return p.PrepareQuotient(blinding) })
}

// Quotient is [Proof.Quotient].
func (t *Team[E, S]) Quotient(alpha, beta, gamma E) error {
	if t.shared {
		return t.sharedQuotient(alpha, beta, gamma)
	}
	return t.each(func(p *Proof[E, S]) error { return p.Quotient(alpha, beta, gamma) })
}

// sharedQuotient is Quotient by parts.
func (t *Team[E, S]) sharedQuotient(alpha, beta, gamma E) error {
	n := len(t.proofs)
	readBy := make([][]lentParts, n)
	lentBy := make([]*cuda.Scalars, n)
	err := t.eachOf(func(k int, p *Proof[E, S]) (err error) {
		lentBy[k], err = p.divide(alpha, beta, gamma)
		return err
	})
	for k, p := range t.proofs {
		parts := lend(p.cosets, lentBy[k], n-1)
		for i, reader := range others(k, n) {
			readBy[reader] = append(readBy[reader], parts[i])
		}
	}
	for k := range t.proofs {
		if t.left[k] || err != nil {
			giveBack(readBy[k])
		}
	}
	if err != nil {
		return err
	}
	return t.eachOf(func(k int, p *Proof[E, S]) error { return p.joinParts(readBy[k]) })
}

// others returns the numbers below n but one.
func others(k, n int) (numbers []int) {
	for i := range n {
		if i != k {
			numbers = append(numbers, i)
		}
	}
	return numbers
}

// Evaluate is [Proof.Evaluate]. The other devices need not know the values.
func (t *Team[E, S]) Evaluate(point E) (*Values[E], error) { return t.proofs[0].Evaluate(point) }

// DivideZ is [Proof.DivideZ].
func (t *Team[E, S]) DivideZ(point E) (E, error) {
	return t.value(func(p *Proof[E, S]) (E, error) { return p.DivideZ(point) })
}

// Linearise is [Proof.Linearise].
func (t *Team[E, S]) Linearise(by *Linearisation[E]) (E, error) {
	return t.value(func(p *Proof[E, S]) (E, error) { return p.Linearise(by) })
}

// value has all devices compute a value, and returns the first one's.
func (t *Team[E, S]) value(compute func(*Proof[E, S]) (E, error)) (value E, err error) {
	err = t.each(func(p *Proof[E, S]) error {
		v, err := compute(p)
		if p == t.proofs[0] {
			value = v
		}
		return err
	})
	return value, err
}

// DivideFolded is [Proof.DivideFolded].
func (t *Team[E, S]) DivideFolded(factor, point E) error {
	return t.each(func(p *Proof[E, S]) error { return p.DivideFolded(factor, point) })
}

// Close closes all parts. A second Close does nothing.
func (t *Team[E, S]) Close() error {
	failures := make([]error, len(t.proofs))
	var tasks parallel.Tasks
	for k, p := range t.proofs {
		tasks.Go(func() error {
			failures[k] = p.Close()
			return nil
		})
	}
	return errors.Join(tasks.Wait(), errors.Join(failures...))
}
