package catalog

import (
	"errors"
	"fmt"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/frontend/cs/r1cs"
	"github.com/consensys/gnark/std/algebra"
	"github.com/consensys/gnark/std/algebra/emulated/sw_bn254"
	"github.com/consensys/gnark/std/algebra/native/sw_bls12377"
	"github.com/consensys/gnark/std/math/emulated"
	recursive "github.com/consensys/gnark/std/recursion/groth16"
)

// Recursion is the verification of Groth16 proofs in a circuit. The prover knows a proof of each
// public statement, valid under one public verifying key. It is how many proofs become one. Over
// BW6-761 the proofs are over BLS12-377. These curves are a chain: the coordinates of BLS12-377's
// points are elements of BW6-761's scalar field, so that a pairing is arithmetic in the circuit's
// own field. Over BN254 the proofs are over BN254 as well, and all of it is emulated in limbs of 64
// bits, with range checks by a lookup argument, whose challenge is a commitment to part of the
// witness: a proof takes seventy times as many constraints, but Ethereum can verify the result.
// Over other curves the circuit is refused. The inner proofs state [Cubic], and the number
// of them is chosen by the number of constraints, at least one.
//
// The inner keys and proofs are made by gnark's own setup and prover, which draw randomness of
// their own. So the assignments differ from call to call, unlike other circuits' assignments.
var Recursion Circuit = family{
	name:        "recursion",
	description: "knowledge of Groth16 proofs: over BLS12-377 in BW6-761, over BN254 in BN254",
	scaling:     "about 21500 constraints a proof over BW6-761, 1430000 over BN254",
	size:        counting("proof"),
	curves:      []ecc.ID{ecc.BW6_761, ecc.BN254},
	of: func(r request) (sizes, error) {
		if r.curve.id == ecc.BW6_761 {
			return innerProofs{inner: ecc.BLS12_377, outer: r.curve.id, empty: func() recursion {
				return new(recursionCircuit[sw_bls12377.ScalarField, sw_bls12377.G1Affine,
					sw_bls12377.G2Affine, sw_bls12377.GT])
			}}.sizes(r)
		}
		return innerProofs{inner: ecc.BN254, outer: r.curve.id, empty: func() recursion {
			return new(recursionCircuit[sw_bn254.ScalarField, sw_bn254.G1Affine,
				sw_bn254.G2Affine, sw_bn254.GTEl])
		}}.sizes(r)
	},
}

// innerProofs makes and verifies proofs over the curve inner, in circuits over the curve outer.
type innerProofs struct {
	inner, outer ecc.ID
	empty        func() recursion

	ccs       constraint.ConstraintSystem
	proving   groth16.ProvingKey
	verifying groth16.VerifyingKey
}

// recursion is a [recursionCircuit], whichever types it has.
type recursion interface {
	frontend.Circuit
	reserve(inner constraint.ConstraintSystem, proofs int)
	assign(groth16.VerifyingKey, []proved) error
}

type proved struct {
	proof  groth16.Proof
	public witness.Witness
}

func (p innerProofs) sizes(r request) (sizes, error) {
	var err error
	if p.ccs, err = frontend.Compile(p.inner.ScalarField(), r1cs.NewBuilder,
		&cubicCircuit{}); err != nil {
		return sizes{}, fmt.Errorf("compiling the inner circuit: %w", err)
	}
	if p.proving, p.verifying, err = groth16.Setup(p.ccs); err != nil {
		return sizes{}, fmt.Errorf("making the inner keys: %w", err)
	}
	circuit := func(n int) frontend.Circuit {
		c := p.empty()
		c.reserve(p.ccs, n)
		return c
	}
	return sizes{circuit, func(n int) (_, _ frontend.Circuit, err error) {
		valid, invalid, err := p.assign(n, r)
		if err != nil {
			return nil, nil, fmt.Errorf("making the inner proofs: %w", err)
		}
		return valid, invalid, nil
	}}, nil
}

// assign makes that many proofs. The invalid assignment has the same proofs, and says of the last
// that it proves something else.
func (p innerProofs) assign(count int, r request) (valid, invalid recursion, err error) {
	right, wrong := make([]proved, count), make([]proved, count)
	for i := range right {
		statement, err := Cubic.New(p.inner, 1, WithSeed(r.seed+uint64(i)))
		if err != nil {
			return nil, nil, err
		}
		if right[i].proof, err = p.prove(statement.Assignment); err != nil {
			return nil, nil, err
		}
		if right[i].public, err = p.publicInput(statement.Assignment); err != nil {
			return nil, nil, err
		}
		wrong[i] = right[i]
		if i == count-1 {
			if wrong[i].public, err = p.publicInput(statement.Invalid); err != nil {
				return nil, nil, err
			}
		}
	}
	valid, invalid = p.empty(), p.empty()
	return valid, invalid, errors.Join(
		valid.assign(p.verifying, right), invalid.assign(p.verifying, wrong))
}

func (p innerProofs) prove(assignment frontend.Circuit) (groth16.Proof, error) {
	full, err := frontend.NewWitness(assignment, p.inner.ScalarField())
	if err != nil {
		return nil, err
	}
	return groth16.Prove(p.ccs, p.proving, full,
		recursive.GetNativeProverOptions(p.outer.ScalarField(), p.inner.ScalarField()))
}

func (p innerProofs) publicInput(assignment frontend.Circuit) (witness.Witness, error) {
	return frontend.NewWitness(assignment, p.inner.ScalarField(), frontend.PublicOnly())
}

// recursionCircuit verifies proofs. Its types are gnark's for the scalars and groups of the proofs'
// curve in such circuits.
type recursionCircuit[FR emulated.FieldParams, G1 algebra.G1ElementT, G2 algebra.G2ElementT,
	GT algebra.GtElementT] struct {
	VerifyingKey recursive.VerifyingKey[G1, G2, GT] `gnark:",public"`
	Proved       []provedStatement[FR, G1, G2]
}

type provedStatement[FR emulated.FieldParams, G1 algebra.G1ElementT,
	G2 algebra.G2ElementT] struct {
	Statement recursive.Witness[FR] `gnark:",public"`
	Proof     recursive.Proof[G1, G2]
}

// reserve makes it the circuit of a number of proofs.
func (c *recursionCircuit[FR, G1, G2, GT]) reserve(ccs constraint.ConstraintSystem, proofs int) {
	c.VerifyingKey = recursive.PlaceholderVerifyingKey[G1, G2, GT](ccs)
	c.Proved = make([]provedStatement[FR, G1, G2], proofs)
	for i := range c.Proved {
		c.Proved[i] = provedStatement[FR, G1, G2]{
			Statement: recursive.PlaceholderWitness[FR](ccs),
			Proof:     recursive.PlaceholderProof[G1, G2](ccs),
		}
	}
}

func (c *recursionCircuit[FR, G1, G2, GT]) assign(
	vk groth16.VerifyingKey, all []proved,
) (err error) {
	if c.VerifyingKey, err = recursive.ValueOfVerifyingKey[G1, G2, GT](vk); err != nil {
		return err
	}
	c.Proved = make([]provedStatement[FR, G1, G2], len(all))
	for i, p := range all {
		to := &c.Proved[i]
		if to.Statement, err = recursive.ValueOfWitness[FR](p.public); err != nil {
			return err
		}
		if to.Proof, err = recursive.ValueOfProof[G1, G2](p.proof); err != nil {
			return err
		}
	}
	return nil
}

// Define implements frontend.Circuit.
func (c *recursionCircuit[FR, G1, G2, GT]) Define(api frontend.API) error {
	verifier, err := recursive.NewVerifier[FR, G1, G2, GT](api)
	if err != nil {
		return err
	}
	for _, p := range c.Proved {
		if err := verifier.AssertProof(c.VerifyingKey, p.Proof, p.Statement); err != nil {
			return err
		}
	}
	return nil
}
