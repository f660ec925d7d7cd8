package protocol

import (
	"errors"
	"slices"

	device "github.com/gnark-accel/gnark-accel/internal/plonk"
	"github.com/gnark-accel/gnark-accel/internal/poly"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// evaluate computes the evaluations, and begins the commitment that proves that of Z.
func (p *prover[P, E, S]) evaluate() error {
	if err := p.evaluateAtZeta(); err != nil {
		return err
	}
	if err := p.divideZ(); err != nil {
		return err
	}
	p.openingOfZ = p.commit(device.Canonical, p.dividedZ())
	p.proof.ZShifted = p.evaluations.zNext
	return nil
}

// evaluateAtZeta sets the evaluations but that of Z.
func (p *prover[P, E, S]) evaluateAtZeta() error {
	values, err := p.device.Evaluate(p.zeta)
	if err == nil {
		p.evaluations.Values = *values
		return nil
	}
	if !errors.Is(err, session.ErrOnCPU) {
		return err
	}
	if err := p.onHost(); err != nil {
		return err
	}
	e := &p.evaluations
	e.L = poly.Evaluate[E, S](p.l, p.zeta)
	e.R = poly.Evaluate[E, S](p.r, p.zeta)
	e.O = poly.Evaluate[E, S](p.o, p.zeta)
	e.S1 = poly.Evaluate[E, S](p.trace.S[0], p.zeta)
	e.S2 = poly.Evaluate[E, S](p.trace.S[1], p.zeta)
	e.Qcp = make([]E, len(p.trace.Qcp))
	for i, selector := range p.trace.Qcp {
		e.Qcp[i] = poly.Evaluate[E, S](selector, p.zeta)
	}
	return nil
}

// divideZ sets the evaluation of Z, and divides Z by X − ωζ.
func (p *prover[P, E, S]) divideZ() error {
	value, err := p.device.DivideZ(p.next())
	if errors.Is(err, session.ErrOnCPU) {
		return p.divideZOnHost()
	}
	p.evaluations.zNext = value
	return err
}

func (p *prover[P, E, S]) next() (point E) {
	S(&point).Mul(&p.zeta, &p.trace.bare.Generator)
	return point
}

// dividedZ is the quotient of Z by X − ωζ.
func (p *prover[P, E, S]) dividedZ() polynomials[E] {
	return polynomials[E]{device.DividedZ(), func() ([][]E, error) {
		err := p.divideZOnHost()
		return [][]E{p.divided}, err
	}}
}

func (p *prover[P, E, S]) divideZOnHost() error {
	if p.divided != nil {
		return nil
	}
	if err := p.onHost(); err != nil {
		return err
	}
	p.divided, p.evaluations.zNext = poly.Divide[E, S](slices.Clone(p.z), p.next())
	return nil
}
