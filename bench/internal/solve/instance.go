package solve

import (
	"fmt"
	"unsafe"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/consensys/gnark/frontend"
	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
	"github.com/gnark-accel/gnark-accel/internal/solver/solvertest"
)

// builders are gnark's.
var builders = solvertest.Builders

// instance is a compiled circuit with its witness.
type instance struct {
	system  constraint.ConstraintSystem
	witness witness.Witness
	size    string
	options []solver.Option
}

// newInstance compiles a circuit. Commitments are replaced by a function without a key.
func newInstance(curve ecc.ID, name, builder string, constraints int) (*instance, error) {
	made, err := newCircuit(curve, name, builder, constraints)
	if err != nil {
		return nil, err
	}
	i := &instance{size: made.Size}
	i.system, err = frontend.Compile(curve.ScalarField(), builders[builder], made.Circuit)
	if err != nil {
		return nil, err
	}
	i.options = solvertest.Repeatable(i.system)
	i.witness, err = frontend.NewWitness(made.Assignment, curve.ScalarField())
	return i, err
}

// poseidon is a chain of hashes with long rows, beside the circuits of the catalogue.
const poseidon = "poseidon"

// known reports whether a circuit has the name.
func known(name string) error {
	if name == poseidon {
		return nil
	}
	_, err := catalog.Lookup(name)
	return err
}

func newCircuit(curve ecc.ID, name, builder string, constraints int) (catalog.Instance, error) {
	if name == poseidon {
		const width, rows = 3, 243 // of a hash in an R1CS
		n := max(1, constraints/rows)
		circuit, assignment := solvertest.Poseidon(n, width)
		size := fmt.Sprint(n, " hashes")
		return catalog.Instance{Circuit: circuit, Assignment: assignment, Size: size}, nil
	}
	circuit, err := catalog.Lookup(name)
	if err != nil {
		return catalog.Instance{}, err
	}
	return circuit.New(curve, constraints, catalog.WithBuilder(builders[builder]))
}

// bytes returns the memory of the system's instructions and of their operands.
func (i *instance) bytes() uint64 {
	const packed = int(unsafe.Sizeof(constraint.PackedInstruction{}))
	n := 0
	for k := range i.system.GetNbInstructions() {
		n += packed + 4*len(i.system.GetInstruction(k).Calldata)
	}
	return uint64(n)
}
