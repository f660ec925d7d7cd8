package bn254

import (
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr/fft"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr/iop"
	plonk "github.com/consensys/gnark/backend/plonk/bn254"
	"github.com/gnark-accel/gnark-accel/hooks/newest"
	"github.com/gnark-accel/gnark-accel/hooks/newest/internal/attachment"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// TestNumerator has gates of random wires, which give Ql·L.
func TestNumerator(t *testing.T) {
	e := devicetest.Open(t, devicetest.Options()...)
	acc, err := attachment.New(new(plonk.ProvingKey), []newest.Option{
		newest.WithEngine(e), newest.WithoutChecks(),
	}, load[input])
	if err != nil {
		t.Fatal(err)
	}
	defer acc.Release()
	const n = 8
	small, large := fft.NewDomain(n), fft.NewDomain(4*n)
	polynomial := func(random bool, basis iop.Basis) *iop.Polynomial {
		values := make([]fr.Element, n)
		for i := range values {
			if random {
				values[i] = scalars.Random()
			}
		}
		return iop.NewPolynomial(&values, iop.Form{Basis: basis, Layout: iop.Regular})
	}
	zero := func() *iop.Polynomial { return polynomial(false, iop.Lagrange) }
	none := func() *iop.Polynomial { return polynomial(false, iop.Canonical) }
	in := &input{
		Domain0: small, Domain1: large, R: zero(), O: zero(), Z: zero(), Qk: zero(), Qr: zero(),
		L: polynomial(true, iop.Lagrange), Ql: polynomial(true, iop.Lagrange),
		Qm: zero(), Qo: zero(), S1: zero(), S2: zero(), S3: zero(),
		Bl: none(), Br: none(), Bo: none(), Bz: none(),
	}
	onCoset := func(p *iop.Polynomial) []fr.Element {
		canonical := p.Clone(4 * n).ToCanonical(small).ToRegular()
		return canonical.ToLagrangeCoset(large).ToBitReverse().Coefficients()
	}
	l, ql := onCoset(in.L), onCoset(in.Ql)
	wantL := in.L.Clone().ToCanonical(small).ToRegular().Coefficients()
	numerator, err := acc.numerator(in)
	if err != nil {
		t.Fatal(err)
	}
	for i, got := range numerator.Coefficients() {
		var want fr.Element
		if want.Mul(&l[i], &ql[i]); !got.Equal(&want) {
			t.Fatalf("value %d of %d is wrong", i, 4*n)
		}
	}
	if !slices.Equal(in.L.Coefficients(), wantL) || in.L.Basis != iop.Canonical {
		t.Error("the wire is not left in canonical form")
	}
	if _, err := acc.numerator(in); err == nil {
		t.Error("coefficients were taken for values")
	}
}

// TestToCanonical goes from values on a coset to coefficients, with a check.
func TestToCanonical(t *testing.T) {
	acc, err := attachment.New(new(plonk.ProvingKey), nil, load[input])
	if err != nil {
		t.Fatal(err)
	}
	defer acc.Release()
	domain := fft.NewDomain(16)
	want := make([]fr.Element, 16)
	for i := range want {
		want[i] = scalars.Random()
	}
	values := slices.Clone(want)
	domain.FFT(values, fft.DIF, fft.OnCoset())
	p := iop.NewPolynomial(&values, iop.Form{Basis: iop.LagrangeCoset, Layout: iop.BitReverse})
	if err := acc.ToCanonical(domain, p); err != nil || !slices.Equal(p.Coefficients(), want) ||
		p.Basis != iop.Canonical || p.Layout != iop.Regular {
		t.Errorf("other coefficients, or %v", err)
	}
}
