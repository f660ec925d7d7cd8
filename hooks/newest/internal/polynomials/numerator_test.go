package polynomials

import (
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr/fft"
	"github.com/gnark-accel/gnark-accel/accel/bn254"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

var scalars = FieldOf(bn254.NewFr)

func random(n int) []fr.Element {
	all := make([]fr.Element, n)
	for i := range all {
		all[i] = scalars.Random()
	}
	return all
}

// satisfied returns an input whose gates are zero, of wires that are copied nowhere.
func satisfied(n int) *Input[fr.Element, fft.Domain] {
	in := &Input[fr.Element, fft.Domain]{
		Domain0: fft.NewDomain(uint64(n)), Domain1: fft.NewDomain(uint64(4 * n)),
		Coset: func(shift fr.Element) *fft.Domain {
			return fft.NewDomain(uint64(n), fft.WithShift(shift))
		},
		Alpha: scalars.Random(), Beta: scalars.Random(), Gamma: scalars.Random(),
	}
	for i := range in.Blinding {
		in.Blinding[i] = random(2 + i/atZ)
	}
	for range atQcp + 2*2 {
		in.Values = append(in.Values, random(n))
	}
	p, at := &numerator[fr.Element, fft.Domain, fft.Decimation]{Input: in, Field: scalars}, fr.One()
	for i := range n {
		in.Values[atZ][i], in.Values[atS1][i] = fr.One(), at
		u := &in.Domain1.FrMultiplicativeGen
		in.Values[atS2][i].Mul(&at, u)
		in.Values[atS3][i].Mul(&in.Values[atS2][i], u)
		at.Mul(&at, &in.Domain0.Generator)
		var row []fr.Element
		for _, values := range in.Values {
			row = append(row, values[i])
		}
		gate := p.gateAt(row)
		in.Values[atQk][i].Sub(&row[atQk], &gate)
	}
	return in
}

// TestVerify has a right numerator, a wrong one, and coefficients that are wrong.
func TestVerify(t *testing.T) {
	in := satisfied(16)
	p := newNumerator(scalars, in)
	if err := evaluate(p, devicetest.Open(t, devicetest.Options()...)); err != nil {
		t.Fatal(err)
	}
	if err := p.verify(scalars.Random()); err != nil {
		t.Error(err)
	}
	for _, damaged := range []*fr.Element{&p.values[7], &p.coefficients[atQcp][7]} {
		whole := *damaged
		if damaged.Double(damaged); p.verify(scalars.Random()) == nil {
			t.Error("a wrong polynomial was not found")
		}
		*damaged = whole
	}
}

// TestInterpolate compares coefficients with values on a coset, and damaged ones.
func TestInterpolate(t *testing.T) {
	domain, coefficients := fft.NewDomain(16), random(16)
	values := slices.Clone(coefficients)
	domain.FFT(values, fft.DIF, fft.OnCoset())
	if !interpolate(scalars, coefficients, values, domain) {
		t.Error("coefficients were found wrong")
	}
	coefficients[3].Double(&coefficients[3])
	if interpolate(scalars, coefficients, values, domain) {
		t.Error("damaged coefficients were not found wrong")
	}
}
