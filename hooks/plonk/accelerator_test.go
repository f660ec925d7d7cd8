package plonk_test

import (
	"errors"
	"slices"
	"testing"

	curve "github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr/fft"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr/iop"
	native "github.com/consensys/gnark/backend/plonk/bn254"
	"github.com/gnark-accel/gnark-accel/accel"
	hooks "github.com/gnark-accel/gnark-accel/hooks/plonk"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/bn254"
)

// The method set is the one that gnark asks of an accelerator from v0.16.4 on, but for the type of
// the numerator's input, which has the same fields.
var _ interface {
	MultiExp(bases []curve.G1Affine, scalars []fr.Element) (curve.G1Affine, error)
	ToCanonical(domain *fft.Domain, p *iop.Polynomial) error
	ComputeNumerator(in *bn254.NumeratorInput) (*iop.Polynomial, error)
} = (*bn254.Accelerator)(nil)

type input = bn254.NumeratorInput

// TestAcceleratorMethods calls the methods that gnark would. Gates of random wires give Ql·L.
func TestAcceleratorMethods(t *testing.T) {
	acc, err := bn254.NewAccelerator(accel.Default(), new(native.ProvingKey))
	if err != nil {
		t.Fatal(err)
	}
	defer acc.Close()
	const n = 8
	small, large := fft.NewDomain(n), fft.NewDomain(4*n)
	polynomial := func(random bool) *iop.Polynomial {
		values := make([]fr.Element, n)
		for i := range values {
			if random {
				values[i].MustSetRandom()
			}
		}
		return iop.NewPolynomial(&values, iop.Form{Basis: iop.Lagrange, Layout: iop.Regular})
	}
	zero := func() *iop.Polynomial { return polynomial(false) }
	l, ql := polynomial(true), polynomial(true)
	in := &bn254.NumeratorInput{
		Domain0: small, Domain1: large, L: l, Ql: ql, R: zero(), O: zero(), Z: zero(), Qk: zero(),
		Qr: zero(), Qm: zero(), Qo: zero(), S1: zero(), S2: zero(), S3: zero(),
	}
	wantL := l.Clone().ToCanonical(small).ToRegular().Coefficients()
	onCoset := func(p *iop.Polynomial) []fr.Element {
		canonical := p.Clone(4 * n).ToCanonical(small).ToRegular()
		return canonical.ToLagrangeCoset(large).ToBitReverse().Coefficients()
	}
	left, selector := onCoset(l.Clone()), onCoset(ql.Clone())
	numerator, err := acc.ComputeNumerator(in)
	if err != nil {
		t.Fatal(err)
	}
	for i, got := range numerator.Coefficients() {
		var want fr.Element
		if want.Mul(&left[i], &selector[i]); !got.Equal(&want) {
			t.Fatalf("value %d of %d is wrong", i, 4*n)
		}
	}
	if !slices.Equal(in.L.Coefficients(), wantL) || in.L.Basis != iop.Canonical {
		t.Error("the wire is not left in canonical form")
	}
	short := iop.NewPolynomial(new([]fr.Element), iop.Form{Basis: iop.Lagrange})
	for name, damage := range map[string]func(in *input){
		"no Z":                  func(in *input) { in.Z = nil },
		"L too short":           func(in *input) { in.L = short },
		"a selector without Pi": func(in *input) { in.Qcp = []*iop.Polynomial{in.Qk} },
		"no cosets":             func(in *input) { in.Domain1 = new(fft.Domain) },
		"three cosets":          func(in *input) { in.Domain1.Cardinality = 3 * n },
		"too many cosets":       func(in *input) { in.Domain1.Cardinality = n << 20 },
	} {
		damaged, domain := *in, *large
		damaged.Domain1 = &domain
		damage(&damaged)
		if _, err := acc.ComputeNumerator(&damaged); !errors.Is(err, hooks.ErrInvalidInput) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
