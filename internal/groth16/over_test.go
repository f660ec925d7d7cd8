package groth16

import (
	"errors"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	curve "github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/accel/bn254"
	host "github.com/gnark-accel/gnark-accel/internal/curve"
	table "github.com/gnark-accel/gnark-accel/internal/curve/bn254"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/engine/group"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// The tests run over BN254, since the code is one for all curves. Proofs over the others are made
// by the tests of hooks/groth16.

var scalars = table.Field

// newDomain returns a domain of n elements.
func newDomain(n int) *host.Domain[fr.Element] {
	return scalars.NewDomain(uint64(n))
}

// home returns the engine of the first device.
func home(e *accel.Engine) *engine.Engine { return (*group.Set)(e).Home() }

func fieldOf(e *accel.Engine) *engine.Field {
	return (*group.Group[curve.G1Affine, fr.Element])(bn254.NewG1(e)).On(home(e)).Field()
}

func g1Of(e *accel.Engine) *engine.Group[curve.G1Affine, fr.Element] {
	return (*group.Group[curve.G1Affine, fr.Element])(bn254.NewG1(e)).On(home(e))
}

func g2Of(e *accel.Engine) *engine.Group[curve.G2Affine, fr.Element] {
	return (*group.Group[curve.G2Affine, fr.Element])(bn254.NewG2(e)).On(home(e))
}

// g1Points returns multiples of the generator of G1.
func g1Points(logs []fr.Element) []curve.G1Affine {
	_, _, g, _ := curve.Generators()
	return curve.BatchScalarMultiplicationG1(&g, logs)
}

// elements returns n elements, of which one is zero. The seed changes the others.
func elements(n int, seed uint64) []fr.Element {
	factor := scalars.Power(newDomain(2).Shift, 2*seed+7)
	all, power := make([]fr.Element, n), factor
	for i := range all {
		all[i] = power
		power.Mul(&power, &factor)
	}
	if n > 1 {
		all[1].SetZero()
	}
	return all
}

// key is bases in both groups.
type key struct {
	g1 *engine.Bases[curve.G1Affine, fr.Element]
	g2 *engine.Bases[curve.G2Affine, fr.Element]
}

func (k key) close() error { return errors.Join(k.g1.Close(), k.g2.Close()) }

func loadBases(
	t *testing.T, e *accel.Engine, n int,
) *engine.Bases[curve.G1Affine, fr.Element] {
	t.Helper()
	bases, err := g1Of(e).Load(g1Points(elements(n, 3)), 0)
	if err != nil {
		t.Fatal(err)
	}
	return bases
}

func loadKey(t *testing.T, e *accel.Engine, n int) key {
	t.Helper()
	_, _, _, g := curve.Generators()
	g2, err := g2Of(e).Load(curve.BatchScalarMultiplicationG2(&g, elements(n, 4)), 0)
	if err != nil {
		t.Fatal(err)
	}
	return key{loadBases(t, e, n), g2}
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
func sumOf[P any](t *testing.T, g func(*accel.Engine) *engine.Group[P, fr.Element], points []P,
	scalars []fr.Element) P {
	t.Helper()
	sum, err := g(cpu(t)).MultiExp(points[:len(scalars)], scalars, ecc.MultiExpConfig{NbTasks: 1})
	if err != nil {
		t.Fatal(err)
	}
	return *sum
}

func leftToCPU(err error) bool { return errors.Is(err, engine.ErrOnCPU) }

// TestSumsOfProofsAreNotChecked: a proof's MSM is computed once, since the proof is verified.
func TestSumsOfProofsAreNotChecked(t *testing.T) {
	const n = 100 // enough for a device
	e := devicetest.Open(t, accel.WithStrict(), accel.WithCheckedSums())
	bases, scalars := loadBases(t, e, n), elements(n, 5)
	before := e.Statistics().DeviceMSMs
	sum, err := vectorOf(bases).MultiExp(scalars)
	if err != nil || sum != sumOf(t, g1Of, bases.Points(), scalars) {
		t.Errorf("%v, or a wrong sum", err)
	}
	if done := e.Statistics().DeviceMSMs - before; done != 1 {
		t.Errorf("%d MSMs on the device", done)
	}
	devicetest.NoError(t, bases.Close())
}
