package protocol

import (
	"errors"
	"slices"

	"github.com/gnark-accel/gnark-accel/internal/engine"
	device "github.com/gnark-accel/gnark-accel/internal/plonk"
	"github.com/gnark-accel/gnark-accel/internal/poly"
)

// evaluate computes the evaluations, and begins the commitment that proves that of Z.
func (p *proving[P, E]) evaluate() error {
	if err := p.evaluateAtZeta(); err != nil {
		return err
	}
	if err := p.divideZ(); err != nil {
		return err
	}
	p.openingOfZ = p.commit(device.Canonical, p.dividedZ())
	return nil
}

// evaluateAtZeta sets the evaluations but that of Z.
func (p *proving[P, E]) evaluateAtZeta() error {
	values, err := p.device.Evaluate(p.zeta)
	if err == nil {
		p.evaluations = *values
		return nil
	}
	if !errors.Is(err, engine.ErrOnCPU) {
		return err
	}
	if err := p.onHost(); err != nil {
		return err
	}
	var at []E
	for _, polynomial := range p.evaluated() {
		at = append(at, poly.Evaluate(p.scalars(), polynomial, p.zeta))
	}
	p.evaluations = *device.ValuesOf(at)
	return nil
}

// evaluated are the polynomials that make the linearised one, in the order of [device.Values].
func (p *proving[P, E]) evaluated() [][]E {
	all := [][]E{p.l, p.r, p.o, p.trace.S[0], p.trace.S[1]}
	return append(all, p.trace.Qcp...)
}

// divideZ sets the value of Z at ωζ, and divides Z by X − ωζ.
func (p *proving[P, E]) divideZ() error {
	value, err := p.device.DivideZ(p.next())
	if errors.Is(err, engine.ErrOnCPU) {
		return p.divideZOnHost()
	}
	p.proof.ZShifted = value
	return err
}

func (p *proving[P, E]) next() (point E) {
	p.scalars().Mul(&point, &p.zeta, &p.trace.bare.Generator)
	return point
}

// dividedZ is the quotient of Z by X − ωζ.
func (p *proving[P, E]) dividedZ() polynomials[E] {
	return polynomials[E]{device.DividedZ(), func() ([][]E, error) {
		err := p.divideZOnHost()
		return [][]E{p.divided}, err
	}}
}

func (p *proving[P, E]) divideZOnHost() error {
	if p.divided != nil {
		return nil
	}
	if err := p.onHost(); err != nil {
		return err
	}
	p.divided, p.proof.ZShifted = poly.Divide(p.scalars(), slices.Clone(p.z), p.next())
	return nil
}
