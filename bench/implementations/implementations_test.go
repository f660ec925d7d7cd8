package implementations

import (
	"errors"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/gnark-accel/gnark-accel/accel"
	device "github.com/gnark-accel/gnark-accel/accel/bn254"
)

// TestNames: a curve that there is not is an error.
func TestNames(t *testing.T) {
	if _, err := New("secp256k1/g1"); err == nil {
		t.Error("a curve that there is not")
	}
	if _, err := NewTransforms("secp256k1"); err == nil {
		t.Error("transforms over a curve that there is not")
	}
}

// prepared returns a group with n points, and an engine of the CPU.
func prepared(t *testing.T, name string, n int) (*Group, *accel.Engine) {
	t.Helper()
	engine, err := accel.Open(accel.WithoutDevice())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = engine.Close() })
	s, err := New(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.Prepare(n, engine), s.Draw("uniform")); err != nil {
		t.Fatal(err)
	}
	return s, engine
}

// TestSums: sums of each group are as the logarithms of the points say.
func TestSums(t *testing.T) {
	for _, name := range Groups() {
		s, engine := prepared(t, name, 8)
		if err := s.Load(engine); err != nil {
			t.Fatal(err)
		}
		_, resident := s.Resident()
		_, oneShot := s.OneShot(engine)
		_, batch := s.Batch(3)
		_, cpu := s.CPU()
		if err := errors.Join(resident, oneShot, batch, cpu, s.Close()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// wrongG1 returns a point that is no MSM.
type wrongG1 struct{ *device.G1 }

func (wrongG1) MultiExp(
	points []bn254.G1Affine, _ []fr.Element, _ ecc.MultiExpConfig,
) (*bn254.G1Affine, error) {
	return &points[0], nil
}

// TestWrongSum: another point than the right one is noticed.
func TestWrongSum(t *testing.T) {
	_, engine := prepared(t, "bn254/g1", 1)
	wrong := func(e *accel.Engine) wrongG1 { return wrongG1{device.NewG1(e)} }
	s := newGroup[bn254.G1Affine](ecc.BN254, wrong, device.NewFr)()
	if err := errors.Join(s.Prepare(4, engine), s.Draw("uniform")); err != nil {
		t.Fatal(err)
	}
	if _, err := s.OneShot(engine); !errors.Is(err, ErrWrong) {
		t.Errorf("a wrong sum: %v", err)
	}
}
