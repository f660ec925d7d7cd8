package servicetest

import (
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/backend/plonk"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/frontend/cs/r1cs"
	"github.com/consensys/gnark/frontend/cs/scs"
	"github.com/consensys/gnark/std/math/bitslice"
	"github.com/consensys/gnark/test/unsafekzg"
)

// Example is a circuit with keys.
type Example struct {
	System constraint.ConstraintSystem
	PK, VK any
	field  ecc.ID
}

// Square says that X² = Y, where Y is public.
type Square struct {
	X frontend.Variable
	Y frontend.Variable `gnark:",public"`
}

func (c *Square) Define(api frontend.API) error {
	api.AssertIsEqual(api.Mul(c.X, c.X), c.Y)
	return nil
}

// Partition has gnark's hint of bitslice.Partition cut X at bit Split. The hint asks for 2^Split
// bits of memory.
type Partition struct{ Split, X frontend.Variable }

func (c *Partition) Define(api frontend.API) error {
	parts, err := api.Compiler().NewHint(bitslice.GetHints()[0], 2, c.Split, c.X)
	if err != nil {
		return err
	}
	api.AssertIsEqual(parts[0], 0)
	api.AssertIsEqual(parts[1], c.X)
	return nil
}

// Groth16 makes keys of Groth16 for a circuit over BN254.
func Groth16(t testing.TB, circuit frontend.Circuit) Example {
	t.Helper()
	ccs, err := frontend.Compile(ecc.BN254.ScalarField(), r1cs.NewBuilder, circuit)
	if err != nil {
		t.Fatal(err)
	}
	pk, vk, err := groth16.Setup(ccs)
	if err != nil {
		t.Fatal(err)
	}
	return Example{ccs, pk, vk, ecc.BN254}
}

// PLONK makes keys of PLONK for a circuit over a curve.
func PLONK(t testing.TB, circuit frontend.Circuit, curve ecc.ID) Example {
	t.Helper()
	ccs, err := frontend.Compile(curve.ScalarField(), scs.NewBuilder, circuit)
	if err != nil {
		t.Fatal(err)
	}
	srs, lagrange, err := unsafekzg.NewSRS(ccs)
	if err != nil {
		t.Fatal(err)
	}
	pk, vk, err := plonk.Setup(ccs, srs, lagrange)
	if err != nil {
		t.Fatal(err)
	}
	return Example{ccs, pk, vk, curve}
}

// Witness returns the full witness of an assignment.
func (e Example) Witness(t testing.TB, assignment frontend.Circuit) witness.Witness {
	t.Helper()
	full, err := frontend.NewWitness(assignment, e.field.ScalarField())
	if err != nil {
		t.Fatal(err)
	}
	return full
}

// Bytes returns the full witness of an assignment in gnark's binary form.
func (e Example) Bytes(t testing.TB, assignment frontend.Circuit) []byte {
	t.Helper()
	content, err := e.Witness(t, assignment).MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	return content
}
