package solvertest

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
	own "github.com/gnark-accel/gnark-accel/internal/solver"
	bls12377 "github.com/gnark-accel/gnark-accel/internal/solver/bls12-377"
	bls12381 "github.com/gnark-accel/gnark-accel/internal/solver/bls12-381"
	"github.com/gnark-accel/gnark-accel/internal/solver/bn254"
	bw6761 "github.com/gnark-accel/gnark-accel/internal/solver/bw6-761"
	"github.com/gnark-accel/gnark-accel/internal/solver/machine"
)

// suite has the tests of our solver over one curve's scalar field.
type suite interface {
	solutionsAtOnce(*testing.T)
	programsAreForgotten(*testing.T)
	integers(*testing.T)
	solutionsAreGnarks(*testing.T)
	wiresAreFollowed(*testing.T)
	printedLinesAreGnarks(*testing.T)
	overriddenHintsRun(*testing.T)
	solutionsAreStopped(*testing.T)
	stoppedBeforehand(*testing.T)
	random(t *testing.T, code []byte)
}

// suites are those of all curves.
var suites = []suite{
	newSuite(ecc.BN254, bn254.Of), newSuite(ecc.BLS12_377, bls12377.Of),
	newSuite(ecc.BLS12_381, bls12381.Of), newSuite(ecc.BW6_761, bw6761.Of),
}

func TestSolutionsAtOnce(t *testing.T)       { run(t, suite.solutionsAtOnce) }
func TestProgramsAreForgotten(t *testing.T)  { run(t, suite.programsAreForgotten) }
func TestIntegers(t *testing.T)              { run(t, suite.integers) }
func TestSolutionsAreGnarks(t *testing.T)    { run(t, suite.solutionsAreGnarks) }
func TestWiresAreFollowed(t *testing.T)      { run(t, suite.wiresAreFollowed) }
func TestPrintedLinesAreGnarks(t *testing.T) { run(t, suite.printedLinesAreGnarks) }
func TestOverriddenHintsRun(t *testing.T)    { run(t, suite.overriddenHintsRun) }
func TestSolutionsAreStopped(t *testing.T)   { run(t, suite.solutionsAreStopped) }
func TestStoppedBeforehand(t *testing.T)     { run(t, suite.stoppedBeforehand) }

// run runs a test over all curves.
func run(t *testing.T, test func(suite, *testing.T)) {
	for _, s := range suites {
		t.Run(fmt.Sprint(s), func(t *testing.T) { test(s, t) })
	}
}

// curve is our solver over one curve's scalar field.
type curve[E machine.Element, P Element[E]] struct {
	id ecc.ID
	of func(constraint.ConstraintSystem) machine.System[E]
}

// newSuite returns the suite of a curve, whose systems have type S.
func newSuite[E machine.Element, P Element[E], S constraint.ConstraintSystem](
	id ecc.ID, of func(S) machine.System[E],
) curve[E, P] {
	return curve[E, P]{id, func(c constraint.ConstraintSystem) machine.System[E] {
		return of(c.(S))
	}}
}

// String returns the curve's name.
func (s curve[E, P]) String() string { return s.id.String() }

// compile compiles one of this package's circuits.
func (s curve[E, P]) compile(t *testing.T, name, builder string) *Case {
	t.Helper()
	c, err := Compile(s.id, name, builder)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// chains returns circuits whose solution takes several pieces of a program, with both builders.
func (s curve[E, P]) chains(t *testing.T) map[string]*Case {
	chains := map[string]*Case{}
	for name, builder := range Builders {
		mimc, err := catalog.Lookup("mimc")
		if err != nil {
			t.Fatal(err)
		}
		c, err := Circuit{name, newOf(mimc, s.id, 10000)}.compile(s.id, builder)
		if err != nil {
			t.Fatal(err)
		}
		chains[name] = c
	}
	return chains
}

// job returns the job of solving a case's valid witness, with more options.
func (s curve[E, P]) job(c *Case, options ...solver.Option) *machine.Job[E] {
	return s.of(c.System).Job(context.Background(), c.Valid, nil, with(c, options...)...)
}

// with returns a case's options and others.
func with(c *Case, options ...solver.Option) []solver.Option {
	return append(slices.Clone(c.Options), options...)
}

// equal compares all elements with those of gnark's solution. Those behind A, B and C must be zero.
func equal[E machine.Element](have, want *machine.Solution[E]) error {
	ours, gnarks := have.Vectors(), want.Vectors()
	for i := range gnarks {
		if err := own.Equal(i, ours[i], gnarks[i]); err != nil {
			return err
		}
		rest := ours[i][len(ours[i]):cap(ours[i])]
		if !have.Sparse && !slices.Equal(rest, make([]E, len(rest))) {
			return fmt.Errorf("vector %d has no zeros behind its end", i)
		}
	}
	return nil
}
