package groth16

import (
	"errors"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/devices"
	"github.com/gnark-accel/gnark-accel/internal/field"
	"github.com/gnark-accel/gnark-accel/internal/multiexp"
	"github.com/gnark-accel/gnark-accel/internal/session"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// suite has the tests that run over every curve. The others run over BN254 alone, since the code
// is one.
type suite interface {
	curve() string
	testQuotient(t *testing.T)
	testWires(t *testing.T)
	testConstraints(t *testing.T)
}

func TestQuotient(t *testing.T)    { overEvery(t, suite.testQuotient) }
func TestWires(t *testing.T)       { overEvery(t, suite.testWires) }
func TestConstraints(t *testing.T) { overEvery(t, suite.testConstraints) }

// overEvery runs a test over every curve. Short runs on an emulated device take the first one.
func overEvery(t *testing.T, test func(suite, *testing.T)) {
	for _, s := range suites {
		t.Run(s.curve(), func(t *testing.T) {
			devicetest.SkipRepeated(t, s == suite(&onbn254))
			test(s, t)
		})
	}
}

// over is a curve for the tests.
type over[P1, P2 comparable, E any, S field.Scalar[E]] struct {
	name    string
	domain  func(n int) *field.Domain[E]
	field   func(*accel.Engine) *session.Field
	g1      func(*accel.Engine) *multiexp.Group[P1, E]
	g2      func(*accel.Engine) *multiexp.Group[P2, E]
	points1 func(logs []E) []P1
	points2 func(logs []E) []P2
}

func (o *over[P1, P2, E, S]) curve() string { return o.name }

// elements returns n elements, of which one is zero. The seed changes the others.
func (o *over[P1, P2, E, S]) elements(n int, seed uint64) []E {
	factor := field.Power[E, S](o.domain(2).Shift, 2*seed+7)
	all, power := make([]E, n), factor
	for i := range all {
		all[i] = power
		S(&power).Mul(&power, &factor)
	}
	if n > 1 {
		all[1] = *new(E)
	}
	return all
}

// key is bases in both groups.
type key[P1, P2, E any] struct {
	g1 *multiexp.Bases[P1, E]
	g2 *multiexp.Bases[P2, E]
}

func (k key[P1, P2, E]) close() error { return errors.Join(k.g1.Close(), k.g2.Close()) }

func (o *over[P1, P2, E, S]) load(t *testing.T, e *accel.Engine, n int) *multiexp.Bases[P1, E] {
	t.Helper()
	bases, err := o.g1(e).Load(o.points1(o.elements(n, 3)), 0)
	if err != nil {
		t.Fatal(err)
	}
	return bases
}

func (o *over[P1, P2, E, S]) loadKey(t *testing.T, e *accel.Engine, n int) key[P1, P2, E] {
	t.Helper()
	g2, err := o.g2(e).Load(o.points2(o.elements(n, 4)), 0)
	if err != nil {
		t.Fatal(err)
	}
	return key[P1, P2, E]{o.load(t, e, n), g2}
}

// cpu returns an engine without a device, for oracles.
func cpu(t *testing.T) *accel.Engine {
	t.Helper()
	e, err := accel.Open(accel.WithoutDevice())
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// sumOf computes an MSM on the CPU.
func sumOf[P, E any](t *testing.T, g func(*accel.Engine) *multiexp.Group[P, E], points []P,
	scalars []E) P {
	t.Helper()
	sum, err := g(cpu(t)).MultiExp(points[:len(scalars)], scalars, ecc.MultiExpConfig{NbTasks: 1})
	if err != nil {
		t.Fatal(err)
	}
	return *sum
}

func onDevice(err error) bool { return err == nil }

func leftToCPU(err error) bool { return errors.Is(err, session.ErrOnCPU) }

// home returns the engine of the first device.
func home(e *accel.Engine) *session.Engine { return (*devices.Set)(e).Home() }
