package catalog

import (
	"fmt"
	"math"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/frontend/cs/r1cs"
	"github.com/consensys/gnark/std/algebra/native/sw_bls12377"
	recursive "github.com/consensys/gnark/std/recursion/groth16"
)

// Recursion is the verification of Groth16 proofs over BLS12-377 in a circuit over BW6-761. The
// prover knows a proof of each public statement, valid under one public verifying key. It is how
// many proofs become one. The two curves are a chain: the coordinates of BLS12-377's points are
// elements of BW6-761's scalar field, so that a pairing is arithmetic in the circuit's own field.
// Over another curve it would have to be emulated, and the circuit is refused there. What the inner
// proofs state is [Cubic], and the number of them is chosen by the number of constraints, at least
// one.
//
// The inner keys and proofs are made by gnark's own setup and prover, which draw randomness of
// their own. So the assignments, unlike those of the other circuits, differ from call to call.
type Recursion struct{}

const (
	innerCurve = ecc.BLS12_377
	outerCurve = ecc.BW6_761
)

// Name implements [Circuit].
func (Recursion) Name() string { return "recursion" }

// Description implements [Circuit].
func (Recursion) Description() string {
	return "knowledge of Groth16 proofs over BLS12-377, verified over BW6-761 alone"
}

// Scaling implements [Circuit].
func (Recursion) Scaling() string {
	return "about 21500 constraints a proof, in any number, over BW6-761"
}

// Curves implements [Circuit].
func (Recursion) Curves() []ecc.ID { return []ecc.ID{outerCurve} }

// New implements [Circuit].
func (Recursion) New(curve ecc.ID, constraints int, opts ...Option) (Instance, error) {
	if curve != outerCurve {
		return Instance{},
			fmt.Errorf("%w: %s: a proof over %s is verified over %s, whose scalar field has the "+
				"coordinates of its points",
				ErrUnsupportedCurve, curve, innerCurve, outerCurve)
	}
	r, err := newRequest(curve, constraints, opts)
	if err != nil {
		return Instance{}, err
	}
	inner, err := newInnerProver()
	if err != nil {
		return Instance{}, fmt.Errorf("making the inner keys: %w", err)
	}
	count, err := r.size(math.MaxInt, func(size int) frontend.Circuit {
		return newRecursionCircuit(inner.ccs, size)
	})
	if err != nil {
		return Instance{}, err
	}
	valid, invalid, err := inner.assign(count, r)
	if err != nil {
		return Instance{}, fmt.Errorf("making the inner proofs: %w", err)
	}
	return Instance{
		Circuit:    newRecursionCircuit(inner.ccs, count),
		Assignment: valid,
		Invalid:    invalid,
		Size:       counted(count, "proof"),
	}, nil
}

// innerProver makes the proofs that the circuit verifies.
type innerProver struct {
	ccs       constraint.ConstraintSystem
	proving   groth16.ProvingKey
	verifying groth16.VerifyingKey
}

func newInnerProver() (p innerProver, err error) {
	if p.ccs, err = frontend.Compile(innerCurve.ScalarField(), r1cs.NewBuilder,
		&cubicCircuit{}); err != nil {
		return p, err
	}
	p.proving, p.verifying, err = groth16.Setup(p.ccs)
	return p, err
}

// assign makes that many proofs. The invalid assignment has the same proofs, and says of the last
// that it proves something else.
func (p innerProver) assign(count int, r request) (valid, invalid *recursionCircuit, err error) {
	key, err := recursive.ValueOfVerifyingKey[sw_bls12377.G1Affine, sw_bls12377.G2Affine,
		sw_bls12377.GT](p.verifying)
	if err != nil {
		return nil, nil, err
	}
	valid = &recursionCircuit{VerifyingKey: key}
	invalid = &recursionCircuit{VerifyingKey: key}
	for i := range count {
		statement, err := Cubic{}.New(innerCurve, 1, WithSeed(r.seed+uint64(i)))
		if err != nil {
			return nil, nil, err
		}
		proof, err := p.prove(statement.Assignment)
		if err != nil {
			return nil, nil, err
		}
		right, err := publicInput(statement.Assignment)
		if err != nil {
			return nil, nil, err
		}
		wrong := right
		if i == count-1 {
			if wrong, err = publicInput(statement.Invalid); err != nil {
				return nil, nil, err
			}
		}
		valid.Proved = append(valid.Proved, provedStatement{right, proof})
		invalid.Proved = append(invalid.Proved, provedStatement{wrong, proof})
	}
	return valid, invalid, nil
}

func (p innerProver) prove(assignment frontend.Circuit) (innerProof, error) {
	full, err := frontend.NewWitness(assignment, innerCurve.ScalarField())
	if err != nil {
		return innerProof{}, err
	}
	proof, err := groth16.Prove(p.ccs, p.proving, full,
		recursive.GetNativeProverOptions(outerCurve.ScalarField(), innerCurve.ScalarField()))
	if err != nil {
		return innerProof{}, err
	}
	return recursive.ValueOfProof[sw_bls12377.G1Affine, sw_bls12377.G2Affine](proof)
}

func publicInput(assignment frontend.Circuit) (innerWitness, error) {
	public, err := frontend.NewWitness(assignment, innerCurve.ScalarField(), frontend.PublicOnly())
	if err != nil {
		return innerWitness{}, err
	}
	return recursive.ValueOfWitness[sw_bls12377.ScalarField](public)
}

type (
	innerProof        = recursive.Proof[sw_bls12377.G1Affine, sw_bls12377.G2Affine]
	innerVerifyingKey = recursive.VerifyingKey[sw_bls12377.G1Affine, sw_bls12377.G2Affine,
		sw_bls12377.GT]
	innerWitness = recursive.Witness[sw_bls12377.ScalarField]
)

type recursionCircuit struct {
	VerifyingKey innerVerifyingKey `gnark:",public"`
	Proved       []provedStatement
}

type provedStatement struct {
	Statement innerWitness `gnark:",public"`
	Proof     innerProof
}

func newRecursionCircuit(inner constraint.ConstraintSystem, proofs int) *recursionCircuit {
	c := &recursionCircuit{
		VerifyingKey: recursive.PlaceholderVerifyingKey[sw_bls12377.G1Affine, sw_bls12377.G2Affine,
			sw_bls12377.GT](inner),
		Proved: make([]provedStatement, proofs),
	}
	for i := range c.Proved {
		c.Proved[i] = provedStatement{
			Statement: recursive.PlaceholderWitness[sw_bls12377.ScalarField](inner),
			Proof: recursive.PlaceholderProof[sw_bls12377.G1Affine,
				sw_bls12377.G2Affine](inner),
		}
	}
	return c
}

// Define implements frontend.Circuit.
func (c *recursionCircuit) Define(api frontend.API) error {
	verifier, err := recursive.NewVerifier[sw_bls12377.ScalarField, sw_bls12377.G1Affine,
		sw_bls12377.G2Affine, sw_bls12377.GT](api)
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
