package solve

import (
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
	circuit, err := catalog.Lookup(name)
	if err != nil {
		return nil, err
	}
	made, err := circuit.New(curve, constraints, catalog.WithBuilder(builders[builder]))
	if err != nil {
		return nil, err
	}
	i := &instance{size: made.Size}
	if i.system, err = frontend.Compile(curve.ScalarField(), builders[builder], made.Circuit); err != nil {
		return nil, err
	}
	i.options = solvertest.Repeatable(i.system)
	i.witness, err = frontend.NewWitness(made.Assignment, curve.ScalarField())
	return i, err
}

// bytes returns the memory of the system's instructions and of their operands.
func (i *instance) bytes() int {
	n := 0
	for k := range i.system.GetNbInstructions() {
		n += int(unsafe.Sizeof(constraint.PackedInstruction{})) + 4*len(i.system.GetInstruction(k).Calldata)
	}
	return n
}
