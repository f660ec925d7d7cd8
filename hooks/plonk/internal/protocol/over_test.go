package protocol

import (
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/system"
)

// suite has the tests that run over every curve.
type suite interface {
	curve() string

	multiExp(*testing.T)
	multiExpBatch(*testing.T)
	basesAreRecognised(*testing.T)
	vectorsAreShared(*testing.T)
	closeWhileInUse(*testing.T)

	columnsAreGnarks(*testing.T)
	columnsOfDamagedSystems(*testing.T)

	numerator(*testing.T)
	invalidNumerator(*testing.T)
	scale(*testing.T)
	divide(*testing.T)
	split(*testing.T)
	blindShards(*testing.T)

	rounds(*testing.T)
	roundsAfterAFailure(*testing.T)
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

func TestMultiExp(t *testing.T)                { eachAtLength(t, suite.multiExp) }
func TestMultiExpBatch(t *testing.T)           { eachAtLength(t, suite.multiExpBatch) }
func TestBasesAreRecognised(t *testing.T)      { each(t, suite.basesAreRecognised) }
func TestVectorsAreShared(t *testing.T)        { each(t, suite.vectorsAreShared) }
func TestCloseWhileInUse(t *testing.T)         { each(t, suite.closeWhileInUse) }
func TestColumnsAreGnarks(t *testing.T)        { each(t, suite.columnsAreGnarks) }
func TestColumnsOfDamagedSystems(t *testing.T) { each(t, suite.columnsOfDamagedSystems) }
func TestNumerator(t *testing.T)               { each(t, suite.numerator) }
func TestInvalidNumerator(t *testing.T)        { each(t, suite.invalidNumerator) }
func TestScale(t *testing.T)                   { each(t, suite.scale) }
func TestDivide(t *testing.T)                  { each(t, suite.divide) }
func TestSplit(t *testing.T)                   { each(t, suite.split) }
func TestBlindShards(t *testing.T)             { each(t, suite.blindShards) }
func TestRounds(t *testing.T)                  { eachAtLength(t, suite.rounds) }
func TestRoundsAfterAFailure(t *testing.T)     { each(t, suite.roundsAfterAFailure) }

// over is a scheme for the tests, whose keys are in the form that generic code takes.
type over[P, E comparable, S algebra.Scalar[E]] struct {
	Scheme[Key[P, E], P, E, S]
	id ecc.ID
	// multiples returns multiples of a generator.
	multiples func([]E) []P
	system    func(constraint.ConstraintSystem) *system.System[E]
	// trace returns gnark's trace of a system on n rows.
	trace func(_ constraint.ConstraintSystem, n uint64) (columns [][]E, permutation []int64)
}

func newOver[P, E comparable, S algebra.Scalar[E]](
	id ecc.ID, f *algebra.Field[E], g *algebra.Group[P, E], multiples func([]E) []P,
	system func(constraint.ConstraintSystem) *system.System[E],
	trace func(constraint.ConstraintSystem, uint64) ([][]E, []int64),
) *over[P, E, S] {
	o := &over[P, E, S]{id: id, multiples: multiples, system: system, trace: trace}
	o.Curve = Curve[P, E]{Field: f, G1: g}
	o.Key = func(pk *Key[P, E]) *Key[P, E] { return pk }
	return o
}

func (o *over[P, E, S]) curve() string { return o.Field.Curve }

// elements returns n random elements.
func (o *over[P, E, S]) elements(n int) []E {
	all := make([]E, n)
	for i := range all {
		if _, err := S(&all[i]).SetRandom(); err != nil {
			panic(err)
		}
	}
	return all
}

// vector returns n points.
func (o *over[P, E, S]) vector(n int) []P { return o.multiples(o.elements(n)) }

// key returns a key that has nothing but points, for a circuit of 8 rows. Its vectors lie one
// behind the other.
func (o *over[P, E, S]) key() *Key[P, E] {
	all := o.vector(19)
	return &Key[P, E]{Canonical: all[:11], Lagrange: all[11:]}
}

// accelerator returns one that is closed after the test.
func (o *over[P, E, S]) accelerator(
	t *testing.T, e *accel.Engine, pk *Key[P, E],
) *Accelerator[P, E, S] {
	t.Helper()
	a, err := o.NewAccelerator(e, pk)
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
func replicaOf[P comparable, E any, S algebra.Scalar[E]](
	t *testing.T, a *Accelerator[P, E, S],
) *replica[P, E, S] {
	t.Helper()
	r, err := a.Any()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// sum is a sum on the CPU, by gnark-crypto.
func (o *over[P, E, S]) sum(t *testing.T, points []P, scalars []E) (sum P) {
	t.Helper()
	if _, err := o.G1.MultiExp(&sum, points, scalars, ecc.MultiExpConfig{}); err != nil {
		t.Error(err)
	}
	return sum
}

// cpu returns an engine without a device.
func cpu(t *testing.T) *accel.Engine { return hookstest.Engine(t, accel.WithoutDevice()) }
