package drilltest

import (
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/frontend"
	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
	"github.com/gnark-accel/gnark-accel/service/internal/servicetest"
)

// Example is a circuit over BN254 with keys of Groth16 and a witness.
type Example struct {
	servicetest.Example
	Full, public witness.Witness
}

// NewExample compiles a circuit of the catalogue, and makes keys.
func NewExample(t testing.TB, circuit string, constraints int) *Example {
	t.Helper()
	found, err := catalog.Lookup(circuit)
	if err != nil {
		t.Fatal(err)
	}
	instance, err := found.New(ecc.BN254, constraints)
	if err != nil {
		t.Fatal(err)
	}
	return exampleOf(t, instance.Circuit, instance.Assignment)
}

func exampleOf(t testing.TB, circuit, assignment frontend.Circuit) *Example {
	t.Helper()
	e := &Example{Example: servicetest.Groth16(t, circuit)}
	e.Full = e.Witness(t, assignment)
	var err error
	if e.public, err = e.Full.Public(); err != nil {
		t.Fatal(err)
	}
	return e
}

// Verify verifies a proof of the witness.
func (e *Example) Verify(proof groth16.Proof) error {
	return groth16.Verify(proof, e.VK.(groth16.VerifyingKey), e.public)
}
