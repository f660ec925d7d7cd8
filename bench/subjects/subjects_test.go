package subjects

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

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

// TestSums: each group's sums follow from the logarithms of the points.
func TestSums(t *testing.T) {
	engine, err := accel.Open(accel.WithoutDevice())
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close()
	for _, name := range Curves() {
		for _, group := range []string{name + "/g1", name + "/g2"} {
			s, err := New(group)
			if err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(s.Prepare(7), s.Draw("uniform"), s.Load(engine)); err != nil {
				t.Fatal(err)
			}
			_, resident := s.Resident()
			_, oneShot := s.OneShot(engine)
			_, batch := s.Batch(3)
			_, cpu := s.CPU()
			if err := errors.Join(resident, oneShot, batch, cpu, s.Close()); err != nil {
				t.Errorf("%s: %v", group, err)
			}
		}
	}
}

// TestWrongSum: a sum over another point is noticed.
func TestWrongSum(t *testing.T) {
	s, err := New("bn254/g1")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.Prepare(3), s.Draw("uniform")); err != nil {
		t.Fatal(err)
	}
	points := s.(interface{ hostPoints() []bn254.G1Affine }).hostPoints()
	points[1] = points[0]
	if _, err := s.CPU(); !errors.Is(err, ErrWrong) {
		t.Errorf("a wrong sum: %v", err)
	}
}

// TestPoints: points that each group makes have the expected logarithms, and others are noticed.
func TestPoints(t *testing.T) {
	engine, err := accel.Open(accel.WithoutDevice())
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close()
	for _, group := range groups() {
		s, err := NewPoints(group)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Prepare(4, engine); err != nil {
			t.Fatal(err)
		}
		for _, o := range Operations() {
			if _, err := s.Ours(o, engine); err != nil {
				t.Errorf("%s, %s: %v", group, o, err)
			}
			if !s.OnCPU(o) {
				continue
			}
			if _, err := s.CPU(o); err != nil {
				t.Errorf("%s, %s: gnark-crypto: %v", group, o, err)
			}
		}
		if err := s.(interface{ checkWrong() error }).checkWrong(); !errors.Is(err, ErrWrong) {
			t.Errorf("%s: wrong points: %v", group, err)
		}
	}
	if _, err := NewPoints("secp256k1/g1"); err == nil {
		t.Error("points of a curve that there is not")
	}
}

// checkWrong checks multiples of which one is another's.
func (s *points[P, E, PP, PE, G]) checkWrong() error {
	made := slices.Clone(s.points)
	made[1] = made[0]
	_, err := s.check(Multiples, time.Now(), made, nil)
	return err
}

// hostPoints returns the points, for tests to change.
func (s *msm[P, J, E, PP, PJ, PE, V, B, G, F]) hostPoints() []P { return s.points }

// Additions cost what their products and squares cost, in multiplications of 32-bit words.
func TestAdditionCost(t *testing.T) {
	for _, c := range []struct {
		limbs, degree    int
		words, ofProduct float64
	}{
		{4, 1, 6*136 + 2*108 + 200, 136},
		{6, 1, 5*300 + 234, 300},
		{12, 1, 5*1176 + 900, 1176},
		{4, 2, 5*336 + 2*136, 136},
		{6, 2, 5*744 + 2*300, 300},
	} {
		cost, formula := AdditionCost(c.limbs, c.degree)
		if math.Abs(cost-c.words/c.ofProduct) > 1e-12 {
			t.Errorf("%d limbs, degree %d: %v products, want %v", c.limbs, c.degree, cost,
				c.words/c.ofProduct)
		}
		if pairs := strings.HasPrefix(formula, "pairs"); pairs != (c.limbs*c.degree > 4) {
			t.Errorf("%d limbs, degree %d: added by %s", c.limbs, c.degree, formula)
		}
	}
}
