package protocol

import (
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
)

// suite has the tests that run over every curve.
type suite interface {
	curve() string

	multiExpG1(*testing.T)
	multiExpG2(*testing.T)
	fewerScalarsThanBases(*testing.T)
	basesAreRecognised(*testing.T)
	closeWhileInUse(*testing.T)
	quotient(*testing.T)
	quotientOfTheWrongShape(*testing.T)
	links(*testing.T)
}

// each runs a test over every curve.
func each(t *testing.T, test func(suite, *testing.T)) {
	for _, s := range suites {
		t.Run(s.curve(), func(t *testing.T) { test(s, t) })
	}
}

// eachAtLength is each for tests that take long on an emulated device. Since the code is one, short
// tests run them over one curve.
func eachAtLength(t *testing.T, test func(suite, *testing.T)) {
	if testing.Short() {
		t.Run(suites[0].curve(), func(t *testing.T) { test(suites[0], t) })
		return
	}
	each(t, test)
}

func TestMultiExpG1(t *testing.T)              { eachAtLength(t, suite.multiExpG1) }
func TestMultiExpG2(t *testing.T)              { eachAtLength(t, suite.multiExpG2) }
func TestFewerScalarsThanBases(t *testing.T)   { eachAtLength(t, suite.fewerScalarsThanBases) }
func TestBasesAreRecognised(t *testing.T)      { each(t, suite.basesAreRecognised) }
func TestCloseWhileInUse(t *testing.T)         { eachAtLength(t, suite.closeWhileInUse) }
func TestQuotient(t *testing.T)                { each(t, suite.quotient) }
func TestQuotientOfTheWrongShape(t *testing.T) { each(t, suite.quotientOfTheWrongShape) }
func TestLinks(t *testing.T)                   { each(t, suite.links) }

// over is a scheme for the tests, whose keys are in the form that generic code takes.
type over[P1, P2, E comparable, S algebra.Scalar[E]] struct {
	Scheme[Key[P1, P2, E], P1, P2, E, S]
	// Both return multiples of a generator.
	multiplesG1 func([]E) []P1
	multiplesG2 func([]E) []P2
	pointBytes  int // of a point of G1 on the device
}

func newOver[P1, P2, E comparable, S algebra.Scalar[E]](
	f *algebra.Field[E], g1 *algebra.Group[P1, E], g2 *algebra.Group[P2, E],
	multiplesG1 func([]E) []P1, multiplesG2 func([]E) []P2, pointBytes int,
) *over[P1, P2, E, S] {
	o := &over[P1, P2, E, S]{
		multiplesG1: multiplesG1, multiplesG2: multiplesG2, pointBytes: pointBytes,
	}
	o.Curve = Curve[P1, P2, E]{Field: f, G1: g1, G2: g2}
	o.Key = func(pk *Key[P1, P2, E]) *Key[P1, P2, E] { return pk }
	return o
}

func (o *over[P1, P2, E, S]) curve() string { return o.Field.Curve }

// scalars returns n random scalars.
func (o *over[P1, P2, E, S]) scalars(n int) []E {
	all := make([]E, n)
	for i := range all {
		if _, err := S(&all[i]).SetRandom(); err != nil {
			panic(err)
		}
	}
	return all
}

// vector returns n points of G1, and vectorG2 of G2.
func (o *over[P1, P2, E, S]) vector(n int) []P1 { return o.multiplesG1(o.scalars(n)) }

func (o *over[P1, P2, E, S]) vectorG2(n int) []P2 { return o.multiplesG2(o.scalars(n)) }

// key returns a key with vectors of different lengths, one of them empty. As in gnark's keys,
// several of them lie in one array, one behind the other.
func (o *over[P1, P2, E, S]) key() *Key[P1, P2, E] {
	all := o.vector(90)
	pk := &Key[P1, P2, E]{
		A: all[:40], B: all[40:50], K: all[50:50], Z: all[50:90], B2: o.vectorG2(10),
	}
	for _, n := range []int{3, 1} {
		pk.Commitments = append(pk.Commitments, CommitmentKey[P1]{o.vector(n), o.vector(n)})
	}
	return pk
}

// accelerator returns one that is closed after the test.
func (o *over[P1, P2, E, S]) accelerator(
	t *testing.T, pk *Key[P1, P2, E],
) *Accelerator[P1, P2, E, S] {
	t.Helper()
	a, err := o.NewAccelerator(hookstest.Engine(t), pk)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	return a
}

// replicaOf returns the accelerator's copy of the key.
func replicaOf[P1, P2, E comparable, S algebra.Scalar[E]](
	t *testing.T, a *Accelerator[P1, P2, E, S],
) *replica[P1, P2, E, S] {
	t.Helper()
	r, err := a.Any()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// withoutKey returns an accelerator that knows no vectors.
func (o *over[P1, P2, E, S]) withoutKey(e *accel.Engine) *Accelerator[P1, P2, E, S] {
	acc, err := o.NewAccelerator(e, new(Key[P1, P2, E]))
	if err != nil {
		panic(err)
	}
	return acc
}

// check compares a sum over the first of the bases with gnark-crypto's on the CPU.
func check[P comparable, E any](
	t *testing.T, g *algebra.Group[P, E], multiExp func([]P, []E) (P, error), bases []P,
	scalars []E,
) {
	t.Helper()
	var want P
	_, err := g.MultiExp(&want, bases[:len(scalars)], scalars, ecc.MultiExpConfig{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := multiExp(bases, scalars)
	if err != nil {
		t.Fatal(err)
	}
	if got != want {
		t.Errorf("a wrong sum of %d scalars over %d bases", len(scalars), len(bases))
	}
}
