package implementations

import (
	"errors"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/gnark-accel/gnark-accel/accel"
)

// TestNames: a curve or a group that there is not is an error.
func TestNames(t *testing.T) {
	for _, name := range []string{"secp256k1/g1", "bn254/g3", "bn254"} {
		if _, err := New(name); err == nil {
			t.Errorf("%s, which there is not", name)
		}
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

// TestMSMs: MSMs of each group are as the logarithms of the points say.
func TestMSMs(t *testing.T) {
	for i := range 2 * len(all) {
		name := all[i/2].Folder() + []string{"/g1", "/g2"}[i%2]
		s, engine := prepared(t, name, 8)
		if err := s.Load(engine); err != nil {
			t.Fatal(err)
		}
		_, resident := s.Resident()
		_, oneShot := s.OneShot(engine)
		_, batch := s.Batch(3)
		_, cpu := s.CPU()
		free, loaded := s.LoadScalars(engine)
		if loaded != nil {
			t.Fatal(loaded)
		}
		_, onDevice := s.OnDevice()
		err := errors.Join(resident, oneShot, batch, cpu, onDevice, free(), s.Close())
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestWrongMSM: another point than the right one is noticed.
func TestWrongMSM(t *testing.T) {
	g, engine := prepared(t, "bn254/g1", 4)
	of := g.(*group[bn254.G1Affine, fr.Element])
	host := *of.host
	host.MultiExp = func(_ *bn254.G1Affine, points []bn254.G1Affine, _ []fr.Element,
		_ ecc.MultiExpConfig) (*bn254.G1Affine, error) {
		return &points[0], nil
	}
	of.host = &host
	if _, err := g.CPU(); !errors.Is(err, ErrWrong) {
		t.Errorf("a wrong MSM: %v", err)
	}
	of.want = of.points[0]
	if _, err := g.OneShot(engine); !errors.Is(err, ErrWrong) {
		t.Errorf("another MSM: %v", err)
	}
}
