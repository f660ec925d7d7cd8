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
	values, zNext, err := p.device.Evaluate(p.zeta, p.next())
	if err == nil {
		p.evaluations, p.proof.ZShifted = *values, zNext
	} else if errors.Is(err, engine.ErrOnCPU) {
		err = p.evaluateOnHost()
	}
	if err != nil {
		return err
	}
	if !p.device.FewCopies() { // else it leaves the device with the other opening
		p.openingOfZ = p.commit(device.Canonical, p.dividedZ())
	}
	return nil
}

// evaluateOnHost sets the evaluations, and divides Z by X − ωζ.
func (p *proving[P, E]) evaluateOnHost() error {
	if err := p.onHost(); err != nil {
		return err
	}
	var at []E
	for _, polynomial := range p.evaluated() {
		at = append(at, poly.Evaluate(p.scalars(), polynomial, p.zeta))
	}
	p.evaluations = *device.ValuesOf(at)
	p.divided, p.proof.ZShifted = p.divideZ()
	return nil
}

// evaluated are the polynomials that make the linearised one, in the order of [device.Values].
func (p *proving[P, E]) evaluated() [][]E {
	all := [][]E{p.l, p.r, p.o, p.trace.S[0], p.trace.S[1]}
	return append(all, p.trace.Qcp...)
}

func (p *proving[P, E]) next() (point E) {
	p.scalars().Mul(&point, &p.zeta, &p.trace.bare.Generator)
	return point
}

// dividedZ is the quotient of Z by X − ωζ.
func (p *proving[P, E]) dividedZ() polynomials[E] {
	return polynomials[E]{device.DividedZ(), func() ([][]E, error) {
		if p.divided == nil {
			if err := p.onHost(); err != nil {
				return nil, err
			}
			p.divided, _ = p.divideZ() // the value is known, and others read it
		}
		return [][]E{p.divided}, nil
	}}
}

// divideZ divides Z by X − ωζ on the host. It returns Z's value at ωζ, too.
func (p *proving[P, E]) divideZ() (quotient []E, value E) {
	return poly.Divide(p.scalars(), slices.Clone(p.z), p.next())
}
