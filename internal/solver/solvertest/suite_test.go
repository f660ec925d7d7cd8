package solvertest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark/constraint"
	cs "github.com/consensys/gnark/constraint/bn254"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
	own "github.com/gnark-accel/gnark-accel/internal/solver"
	bls12377 "github.com/gnark-accel/gnark-accel/internal/solver/bls12-377"
	bls12381 "github.com/gnark-accel/gnark-accel/internal/solver/bls12-381"
	"github.com/gnark-accel/gnark-accel/internal/solver/bn254"
	bw6761 "github.com/gnark-accel/gnark-accel/internal/solver/bw6-761"
	"github.com/gnark-accel/gnark-accel/internal/solver/translate"
)

type suite interface {
	integers(*testing.T)
	words(*testing.T)
	solutionsAreGnarks(*testing.T)
	random(t *testing.T, code []byte)
}

var suites = []suite{
	newSuite(ecc.BN254, bn254.Of), newSuite(ecc.BLS12_377, bls12377.Of),
	newSuite(ecc.BLS12_381, bls12381.Of), newSuite(ecc.BW6_761, bw6761.Of),
}

// Chunks of a translation are short here, so that small circuits have several.
func init() { translate.ChunkLength = 16 }

func TestIntegers(t *testing.T)           { run(t, suite.integers) }
func TestWords(t *testing.T)              { run(t, suite.words) }
func TestSolutionsAreGnarks(t *testing.T) { run(t, suite.solutionsAreGnarks) }

func run(t *testing.T, test func(suite, *testing.T)) {
	for _, s := range suites {
		t.Run(fmt.Sprint(s), func(t *testing.T) { test(s, t) })
	}
}

// limbed is an element of gnark-crypto, by its words.
type limbed interface{ ~[4]uint64 | ~[6]uint64 }

type curve[E limbed, P Element[E]] struct {
	id ecc.ID
	of func(constraint.ConstraintSystem) own.System[E]
}

func newSuite[E limbed, P Element[E], S constraint.ConstraintSystem](
	id ecc.ID, of func(S) own.System[E],
) curve[E, P] {
	return curve[E, P]{id, func(c constraint.ConstraintSystem) own.System[E] {
		return of(c.(S))
	}}
}

func (s curve[E, P]) String() string { return s.id.String() }

// system is that of a case over BN254: what depends on no field is tested over one.
type system struct {
	own.System[fr.Element]
	*Case
}

// compile compiles one of this package's circuits, or a longer one of the catalogue.
func compile(t *testing.T, name, builder string) system {
	t.Helper()
	c, err := Compile(ecc.BN254, name, builder)
	if long, found := catalog.Lookup(name); found == nil {
		c, err = Circuit{name, newOf(long, ecc.BN254, 10000)}.compile(ecc.BN254, Builders[builder])
	}
	if err != nil {
		t.Fatal(err)
	}
	return system{bn254.Of(c.System.(*cs.R1CS)), c}
}

func translated(t *testing.T, name, builder string) (system, *own.Program[fr.Element]) {
	t.Helper()
	s := compile(t, name, builder)
	p, err := s.Translate(0)
	if err != nil {
		t.Fatal(err)
	}
	return s, p
}

func (s system) job(t *testing.T, options ...solver.Option) *own.Run[fr.Element] {
	return s.NewRun(t.Context(), input(s.System, s.Case, options...))
}

// input has the valid witness of a case.
func input[E any](_ own.System[E], c *Case, options ...solver.Option) own.Input[E] {
	return own.Input[E]{Witness: c.Valid, Options: append(slices.Clone(c.Options), options...)}
}

// equal compares all elements with those of gnark's solution. Those behind A, B and C must be zero.
func equal[E limbed](have, want *own.Solution[E]) error {
	ours, gnarks := have.Vectors(), want.Vectors()
	for i := range gnarks {
		if !slices.Equal(ours[i], gnarks[i]) {
			return fmt.Errorf("vector %d is not gnark's", i)
		}
		rest := ours[i][len(ours[i]):cap(ours[i])]
		if !have.Sparse && !slices.Equal(rest, make([]E, len(rest))) {
			return fmt.Errorf("vector %d has no zeros behind its end", i)
		}
	}
	return nil
}
