// Package grouptest tests the groups of every curve. A test package of accel/<curve> describes
// its groups as values of [Group], and runs the tests that are their methods.
//
// Most tests need a device and skip without one. They open strict engines, so that nothing but
// the device can have computed. The expected results need no MSM: the discrete logarithms of the
// points are known, so that an MSM is one multiple of the generator.
package grouptest

import (
	"io"
	"math/big"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// Group is a group of points P with scalars E, as in a package accel/<curve>. A is a pointer
// to one.
type Group[P, E any, A Point[P, E]] struct {
	// First says that the tests are usually thorough for this group. Short runs on an emulator keep
	// some of them for it alone.
	First bool
	// Second says that runs without -short have such tests for this group as well, since its points
	// are of another kind. Long runs have them for all.
	Second bool
	*engine.Description[P, E]
	// New returns the MSMs of an engine; a nil engine is the default one.
	New func(*accel.Engine) *accel.Group[P, E]
	// OnDefault is the package's function for an MSM on the default engine.
	OnDefault func(points []P, scalars []E, config ecc.MultiExpConfig) (*P, error)
	// LoadScalars returns a vector of scalars on an engine.
	LoadScalars func(e *accel.Engine, scalars []E) (Vector[E], error)
	// MultiplesOnDefault is the package's function for the multiples of a base.
	MultiplesOnDefault func(base *P, scalars []E) []P
	// Encode writes a value as gnark-crypto's encoder does, raw or compressed.
	Encode func(w io.Writer, v any, raw bool) error
	// XYZZ returns p as the device would, with ZZ and ZZZ of some z. See [XYZZ].
	XYZZ func(p *P, z uint64) []uint64
}

// Point is a pointer to a point, such as *curve.G1Affine of gnark-crypto.
type Point[P, E any] interface {
	*P
	Add(a, b *P) *P
	Neg(a *P) *P
	Equal(a *P) bool
	ScalarMultiplicationBase(k *big.Int) *P
	MultiExp(points []P, scalars []E, config ecc.MultiExpConfig) (*P, error)
}

// EncoderOf returns Encode of a [Group] for gnark-crypto's encoder, and its option.
func EncoderOf[O any, C interface{ Encode(v any) error }](
	open func(io.Writer, ...O) C, raw func() O,
) func(w io.Writer, v any, raw bool) error {
	return func(w io.Writer, v any, isRaw bool) error {
		if isRaw {
			return open(w, raw()).Encode(v)
		}
		return open(w).Encode(v)
	}
}

// thorough says whether the tests of the group try everything.
func (g *Group[P, E, A]) thorough() bool { return devicetest.Thorough(g.First) }

// skipRepeated skips a test on an emulated device if it repeats one of another group.
func (g *Group[P, E, A]) skipRepeated(t testing.TB) {
	t.Helper()
	kept := g.First || g.Second && !testing.Short()
	if !kept && devicetest.Emulated() && !devicetest.Thorough(false) {
		t.Skipf("one template for all groups: %s has it for each", devicetest.LongVariable)
	}
}

// skipOfHost skips a test of the host's work with devices, on an emulated one. It does so if the
// test repeats that of the first group.
func (g *Group[P, E, A]) skipOfHost(t testing.TB) {
	t.Helper()
	if !g.First && devicetest.Emulated() && !devicetest.Thorough(false) {
		t.Skipf("the host's code is the first group's: %s has it for each", devicetest.LongVariable)
	}
}

// bits is the number of bits of a scalar.
func (g *Group[P, E, A]) bits() int { return g.Device.ScalarBits }

// open opens a strict engine that keeps few multiples of the bases. An emulated device takes its
// time to compute them. Options can ask for others.
func (g *Group[P, E, A]) open(
	t testing.TB, opts ...accel.Option,
) (*accel.Engine, *accel.Group[P, E]) {
	t.Helper()
	few := []accel.Option{accel.WithStrict(), accel.WithPrecompute(accel.PrecomputeFactor(4))}
	e := devicetest.Open(t, append(few, opts...)...)
	return e, g.New(e)
}

// openCPU returns the MSMs of an engine without a device.
func (g *Group[P, E, A]) openCPU(t *testing.T) (*accel.Engine, *accel.Group[P, E]) {
	t.Helper()
	e, err := accel.Open(accel.WithoutDevice())
	devicetest.NoError(t, err)
	t.Cleanup(func() { e.Close() })
	return e, g.New(e)
}

// load loads points that must get to the device.
func (g *Group[P, E, A]) load(
	t testing.TB, m *accel.Group[P, E], points []P,
) *accel.Bases[P, E] {
	t.Helper()
	bases, err := m.Load(points)
	devicetest.NoError(t, err)
	t.Cleanup(func() { bases.Close() })
	if !bases.OnDevice() {
		t.Fatal("the bases are not on the device")
	}
	return bases
}

// want checks a point and an error.
func (g *Group[P, E, A]) want(t *testing.T, got *P, err error, want P) {
	t.Helper()
	if err != nil {
		t.Error(err)
	} else if !A(got).Equal(&want) {
		t.Errorf("a wrong point: %v, not %v", got, &want)
	}
}
