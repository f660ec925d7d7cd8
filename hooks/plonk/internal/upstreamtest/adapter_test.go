package upstreamtest_test

import (
	"errors"
	"testing"

	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr/fft"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr/iop"

	"github.com/gnark-accel/gnark-accel/accel"
	hooks "github.com/gnark-accel/gnark-accel/hooks/plonk"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/plonk/bn254"
	plonk "github.com/gnark-accel/gnark-accel/hooks/plonk/internal/upstreamtest"
)

// adapter is the accelerator of this module with the method that gnark's interface has. The pages
// show it to the letter.
type adapter struct{ *accelerated.Accelerator }

// ComputeNumerator converts the argument: both types have the same fields.
func (a adapter) ComputeNumerator(in *plonk.NumeratorInput) (*iop.Polynomial, error) {
	return a.Accelerator.ComputeNumerator((*accelerated.NumeratorInput)(in))
}

// TestAdapter puts the accelerator on a key, and calls it through gnark's interface.
func TestAdapter(t *testing.T) {
	engine, err := accel.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close()
	pk := new(plonk.ProvingKey)
	acc, err := accelerated.NewAccelerator(engine, &pk.ProvingKey)
	if err != nil {
		t.Fatal(err)
	}
	defer acc.Close()
	pk.SetAccelerator(adapter{acc})

	n := 8
	polynomial := func() *iop.Polynomial {
		values := make([]fr.Element, n)
		return iop.NewPolynomial(&values, iop.Form{Basis: iop.Lagrange, Layout: iop.Regular})
	}
	in := &plonk.NumeratorInput{
		Domain0: fft.NewDomain(uint64(n)), Domain1: fft.NewDomain(uint64(4 * n)),
		L: polynomial(), R: polynomial(), O: polynomial(), Z: polynomial(), Qk: polynomial(),
		Ql: polynomial(), Qr: polynomial(), Qm: polynomial(), Qo: polynomial(),
		S1: polynomial(), S2: polynomial(), S3: polynomial(),
	}
	numerator, err := pk.Accelerator().ComputeNumerator(in)
	if err != nil || len(numerator.Coefficients()) != 4*n {
		t.Errorf("got %v, %v", numerator, err)
	}
	if in.L.Basis != iop.Canonical {
		t.Error("the input was not converted in place")
	}
	in.Z = nil
	if _, err := pk.Accelerator().ComputeNumerator(in); !errors.Is(err, hooks.ErrInvalidInput) {
		t.Errorf("no Z: got %v", err)
	}
}
