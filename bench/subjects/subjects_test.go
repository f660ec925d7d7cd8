package subjects

import (
	"errors"
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/curves"
)

// TestEveryCurveIsMeasured: a curve that the module proves over has an entry here.
func TestEveryCurveIsMeasured(t *testing.T) {
	if got, want := Curves(), curves.Folders(); !slices.Equal(got, want) {
		t.Errorf("curves %v, want %v", got, want)
	}
	if _, err := New("secp256k1/g1"); err == nil {
		t.Error("a curve that there is not")
	}
	if _, err := NewTransforms("secp256k1"); err == nil {
		t.Error("transforms over a curve that there is not")
	}
}

// prepared returns a group with n points, and an engine of the CPU.
func prepared(t *testing.T, name string, n int) (Group, *accel.Engine) {
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

// TestWrongSum: a sum over another point is noticed.
func TestWrongSum(t *testing.T) {
	s, _ := prepared(t, "bn254/g1", 4)
	points := s.(interface{ hostPoints() []bn254.G1Affine }).hostPoints()
	points[1] = points[0]
	if _, err := s.CPU(); !errors.Is(err, ErrWrong) {
		t.Errorf("a wrong sum: %v", err)
	}
}

// hostPoints returns the points, for tests to change.
func (s *group[P, E, PP, PE]) hostPoints() []P { return s.points }
