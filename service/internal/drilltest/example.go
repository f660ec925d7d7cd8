package drilltest

import (
	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/frontend/cs/r1cs"
	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
)

// Example is a circuit over BN254 with keys of Groth16 and a witness.
type Example struct {
	System          constraint.ConstraintSystem
	PK              groth16.ProvingKey
	VK              groth16.VerifyingKey
	Witness, public witness.Witness
}

// NewExample compiles a circuit of the catalogue, and makes keys.
func NewExample(circuit string, constraints int) (*Example, error) {
	found, err := catalog.Lookup(circuit)
	if err != nil {
		return nil, err
	}
	instance, err := found.New(ecc.BN254, constraints)
	if err != nil {
		return nil, err
	}
	return ExampleOf(instance.Circuit, instance.Assignment)
}

// ExampleOf compiles a circuit, and makes keys.
func ExampleOf(circuit, assignment frontend.Circuit) (e *Example, err error) {
	field := ecc.BN254.ScalarField()
	e = new(Example)
	if e.System, err = frontend.Compile(field, r1cs.NewBuilder, circuit); err != nil {
		return nil, err
	}
	if e.PK, e.VK, err = groth16.Setup(e.System); err != nil {
		return nil, err
	}
	if e.Witness, err = frontend.NewWitness(assignment, field); err != nil {
		return nil, err
	}
	e.public, err = e.Witness.Public()
	return e, err
}

// Verify verifies a proof of the witness.
func (e *Example) Verify(proof groth16.Proof) error { return groth16.Verify(proof, e.VK, e.public) }
