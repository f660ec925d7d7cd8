package solvertest

import (
	"fmt"
	"math/big"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/consensys/gnark/frontend"
	fcs "github.com/consensys/gnark/frontend/cs"
	"github.com/consensys/gnark/frontend/cs/r1cs"
	"github.com/consensys/gnark/frontend/cs/scs"
	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
)

// Case is a compiled system, a witness that satisfies it, and perhaps a wrong one.
type Case struct {
	System         constraint.ConstraintSystem
	Valid, Invalid witness.Witness
	// Options are gnark's, which make hints repeatable that draw randomness.
	Options []solver.Option
}

var Builders = map[string]frontend.NewBuilder{
	"r1cs": r1cs.NewBuilder[constraint.U64],
	"scs":  scs.NewBuilder[constraint.U64],
}

// Each runs check on every circuit that the curve has, with both builders. Long runs aside, curves
// other than BN254 have one circuit of three: the solvers of all curves are one template.
func Each(t *testing.T, curve ecc.ID, check func(t *testing.T, c *Case)) {
	for name, builder := range Builders {
		for i, circuit := range circuits(curve) {
			if curve != ecc.BN254 && i%3 != 0 && !longRun() || skipped(circuit.Name, name, curve) {
				continue
			}
			t.Run(name+"/"+circuit.Name, func(t *testing.T) {
				c, err := circuit.compile(curve, builder)
				if err != nil {
					t.Fatal(err)
				}
				check(t, c)
			})
		}
	}
}

func longRun() bool { return os.Getenv("GNARK_ACCEL_LONG") == "1" }

// skipped reports whether a circuit is left out. It takes too long for this run, or this gnark
// cannot compile it. ECRecover and the pairing are like ecmul for a solver, and the batch append
// like keccak.
func skipped(name, builder string, curve ecc.ID) bool {
	switch name {
	case "ecrecover", "batch-append", "pairing":
		return !longRun()
	case "recursion":
		return testing.Short() || curve == ecc.BN254 && !longRun()
	case "ecdsa", "rollup", "ecmul", "words":
		return testing.Short()
	case "keccak":
		return testing.Short() && builder == "scs"
	}
	return lacking[name]
}

// Circuit is a circuit with its assignments. Invalid may be nil.
type Circuit struct {
	Name string
	New  newCircuit
}

type newCircuit func(frontend.NewBuilder) (circuit, valid, invalid frontend.Circuit, err error)

func circuits(curve ecc.ID) []Circuit {
	all := standard()
	for _, c := range catalog.All() {
		if slices.Contains(c.Curves(), curve) {
			all = append(all, Circuit{c.Name(), newOf(c, curve, 1000)})
		}
	}
	return all
}

func newOf(c catalog.Circuit, curve ecc.ID, n int) newCircuit {
	return func(builder frontend.NewBuilder) (a, b, i frontend.Circuit, err error) {
		instance, err := c.New(curve, n, catalog.WithBuilder(builder))
		return instance.Circuit, instance.Assignment, instance.Invalid, err
	}
}

func (c Circuit) compile(curve ecc.ID, builder frontend.NewBuilder) (*Case, error) {
	circuit, valid, invalid, err := c.New(builder)
	if err != nil {
		return nil, err
	}
	field := curve.ScalarField()
	k := new(Case)
	if k.System, err = frontend.Compile(field, builder, circuit); err != nil {
		return nil, err
	}
	if k.Valid, err = frontend.NewWitness(valid, field); err != nil {
		return nil, err
	}
	if invalid != nil {
		if k.Invalid, err = frontend.NewWitness(invalid, field); err != nil {
			return nil, err
		}
	}
	k.Options = Repeatable(k.System)
	return k, nil
}

// commitment stands for the prover's: a function of all inputs and their order, never 0. It is
// cheap, since it is no part of a solver: sums of every fifth input, then of these sums.
func commitment(q *big.Int, inputs, outputs []*big.Int) error {
	var sums [5]big.Int
	for i, x := range inputs {
		sums[i%len(sums)].Add(&sums[i%len(sums)], x)
	}
	z := big.NewInt(7)
	for i := range sums {
		z.Add(z, z)
		z.Add(z, &sums[i])
	}
	outputs[0].SetUint64(z.Mod(z, q).Uint64() | 1)
	return nil
}

type Element[E any] interface {
	*E
	Uint64() uint64 // the lowest word
	SetUint64(uint64) *E
	SetBigInt(*big.Int) *E
	Add(x, y *E) *E
}

// Commitment is the function of [Repeatable] that stands for commitments, on field elements.
func Commitment[E any, P Element[E]](inputs []E) (z E, err error) {
	var sums [5]E
	for i := range inputs {
		sum := P(&sums[i%len(sums)])
		sum.Add(sum, &inputs[i])
	}
	P(&z).SetUint64(7)
	for i := range sums {
		P(&z).Add(&z, &z)
		P(&z).Add(&z, &sums[i])
	}
	P(&z).SetUint64(P(&z).Uint64() | 1)
	clear(inputs) // a later solution has to write them all
	return z, nil
}

func fixed(_ *big.Int, _, outputs []*big.Int) error {
	for i := range outputs {
		outputs[i].SetUint64(12345 + uint64(i))
	}
	return nil
}

// Repeatable returns options that make commitments and randomness functions of their inputs.
func Repeatable(system constraint.ConstraintSystem) []solver.Option {
	options := []solver.Option{
		solver.OverrideHint(solver.GetHintID(fcs.Bsb22CommitmentComputePlaceholder), commitment),
	}
	for _, f := range solver.GetRegisteredHints() {
		if strings.HasSuffix(solver.GetHintName(f), "hints.Randomize") {
			options = append(options, solver.OverrideHint(solver.GetHintID(f), fixed))
		}
	}
	return options
}

func Compile(curve ecc.ID, name, builder string) (*Case, error) {
	for _, c := range standard() {
		if c.Name == name {
			return c.compile(curve, Builders[builder])
		}
	}
	return nil, fmt.Errorf("no circuit %q", name)
}
