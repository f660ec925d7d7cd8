package catalog

import (
	"errors"
	"fmt"
	"math/big"
	"sync"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/groth16"
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
var Recursion = Circuit{
	name:        "recursion",
	description: "knowledge of Groth16 proofs: over BLS12-377 in BW6-761, over BN254 in BN254",
	scaling:     "about 21500 constraints a proof over BW6-761, 1430000 over BN254",
	size:        counting("proof", "proofs"),
	curves:      []ecc.ID{ecc.BW6_761, ecc.BN254},
	circuit: func(r request, n int) (frontend.Circuit, error) {
		return innerOf[r.curve.id].circuit(n)
	},
	assign: func(r request, n int, wrong int64) (frontend.Circuit, error) {
		return innerOf[r.curve.id].assign(r, n, wrong)
	},
}

// innerOf has the inner proofs for each curve of the circuit.
var innerOf = map[ecc.ID]interface {
	circuit(proofs int) (frontend.Circuit, error)
	assign(r request, n int, wrong int64) (frontend.Circuit, error)
}{
	ecc.BW6_761: innerProofs[sw_bls12377.ScalarField, sw_bls12377.G1Affine, sw_bls12377.G2Affine,
		sw_bls12377.GT]{cubicKeys(ecc.BLS12_377)},
	ecc.BN254: innerProofs[sw_bn254.ScalarField, sw_bn254.G1Affine, sw_bn254.G2Affine,
		sw_bn254.GTEl]{cubicKeys(ecc.BN254)},
}

// inner is the circuit of the inner proofs, with its keys.
type inner struct {
	*Compiled
	curve     ecc.ID
	proving   groth16.ProvingKey
	verifying groth16.VerifyingKey
}

// cubicKeys compiles [Cubic] and makes its keys, once a process.
func cubicKeys(curve ecc.ID) func() (inner, error) {
	return sync.OnceValues(func() (i inner, err error) {
		i.curve = curve
		if i.Compiled, err = i.statement(0); err == nil {
			i.proving, i.verifying, err = groth16.Setup(i.System)
		}
		return i, err
	})
}

// statement is the statement of an inner proof, for each seed another.
func (i inner) statement(seed uint64) (*Compiled, error) {
	return Compile(Cubic, i.curve, 1, r1cs.NewBuilder[constraint.U64], WithSeed(seed))
}

// innerProofs makes proofs, and circuits that verify them. Its types are gnark's for the scalars
// and groups of the inner curve in such circuits.
type innerProofs[FR emulated.FieldParams, G1 algebra.G1ElementT, G2 algebra.G2ElementT,
	GT algebra.GtElementT] struct{ keys func() (inner, error) }

func (p innerProofs[FR, G1, G2, GT]) circuit(proofs int) (frontend.Circuit, error) {
	i, err := p.keys()
	if err != nil {
		return nil, err
	}
	c := &recursionCircuit[FR, G1, G2, GT]{
		VerifyingKey: recursive.PlaceholderVerifyingKey[G1, G2, GT](i.System),
	}
	for range proofs {
		c.Proved = append(c.Proved, provedStatement[FR, G1, G2]{
			Statement: recursive.PlaceholderWitness[FR](i.System),
			Proof:     recursive.PlaceholderProof[G1, G2](i.System),
		})
	}
	return c, nil
}

// assign makes proofs. A wrong assignment says of the last that it proves the next statement.
func (p innerProofs[FR, G1, G2, GT]) assign(
	r request, n int, wrong int64,
) (frontend.Circuit, error) {
	i, err := p.keys()
	if err != nil {
		return nil, err
	}
	c := &recursionCircuit[FR, G1, G2, GT]{Proved: make([]provedStatement[FR, G1, G2], n)}
	if c.VerifyingKey, err = recursive.ValueOfVerifyingKey[G1, G2, GT](i.verifying); err != nil {
		return nil, err
	}
	for k := range c.Proved {
		proved := r.seed + uint64(k)
		said := proved
		if k == n-1 {
			said += uint64(wrong)
		}
		if err := c.Proved[k].make(i, r.curve.field(), proved, said); err != nil {
			return nil, fmt.Errorf("making the inner proofs: %w", err)
		}
	}
	return c, nil
}

// make proves the statement of one seed, and says that it is another one's.
func (s *provedStatement[FR, G1, G2]) make(i inner, outer *big.Int, proved, said uint64) error {
	statement, failure := i.statement(proved)
	other, err := i.statement(said)
	if err := errors.Join(failure, err); err != nil {
		return err
	}
	proof, err := groth16.Prove(i.System, i.proving, statement.Full,
		recursive.GetNativeProverOptions(outer, i.curve.ScalarField()))
	if err != nil {
		return err
	}
	if s.Proof, err = recursive.ValueOfProof[G1, G2](proof); err != nil {
		return err
	}
	s.Statement, err = recursive.ValueOfWitness[FR](other.Public)
	return err
}

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
