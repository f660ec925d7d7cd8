package catalog

import (
	"math"

	"github.com/consensys/gnark-crypto/ecc"

	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog/internal/points"
)

// ECMul is scalar multiplications over BN254, as Ethereum's contract at address 7 has them. The
// prover knows points, scalars and products with one public Poseidon2 hash. Proofs of a chain's
// execution are full of them: coordinates and scalars are emulated in limbs of 64 bits, also over
// BN254 itself, whose points have coordinates in another field. The circuit is gnark's ECMul of
// std/evmprecompiles, with a check that each point is on the curve. Nearly all constraints are
// relations between limbs and range checks by a lookup argument, whose challenge is a commitment to
// part of the witness. It grows with the number of multiplications; gnark widens the table of the
// range checks as they become more, so that the first cost more than the later ones.
type ECMul struct{ everyCurve }

// Name implements [Circuit].
func (ECMul) Name() string { return "ecmul" }

// Description implements [Circuit].
func (ECMul) Description() string {
	return "knowledge of scalar multiplications over BN254 with a hash (with a commitment)"
}

// Scaling implements [Circuit].
func (ECMul) Scaling() string {
	return "about 170000 constraints for a multiplication, 161000 for each further one"
}

// New implements [Circuit].
func (ECMul) New(curve ecc.ID, constraints int, opts ...Option) (Instance, error) {
	return newPoints(points.Multiplications(), "multiplication", curve, constraints, opts)
}

// ECRecover is the recovery of the keys of ECDSA signatures over secp256k1, as Ethereum's contract
// at address 1 has it. The prover knows digests, signatures and the keys that signed, with one
// public Poseidon2 hash. A chain's transactions name no sender but this one. The circuit is gnark's
// ECRecover of std/evmprecompiles for signatures that are valid. It is like [ECMul] for a prover,
// with two scalars a signature and a square root, and grows with the number of signatures.
type ECRecover struct{ everyCurve }

// Name implements [Circuit].
func (ECRecover) Name() string { return "ecrecover" }

// Description implements [Circuit].
func (ECRecover) Description() string {
	return "knowledge of ECDSA signatures and their keys with a hash (with a commitment)"
}

// Scaling implements [Circuit].
func (ECRecover) Scaling() string {
	return "about 188000 constraints for a signature, 180000 for each further one"
}

// New implements [Circuit].
func (ECRecover) New(curve ecc.ID, constraints int, opts ...Option) (Instance, error) {
	return newPoints(points.Recoveries(), "signature", curve, constraints, opts)
}

// Pairing is checks of pairings over BN254, as Ethereum's contract at address 8 has them. The
// prover knows two pairs of points for each check, whose pairings have the product one, with one
// public Poseidon2 hash. Verifiers of other proofs on a chain consist of such checks. The circuit
// is gnark's ECPair of std/evmprecompiles, with a check that the points of G1 are on the curve. The
// emulated products are those of an extension of degree twelve. It grows with the number of checks.
type Pairing struct{ everyCurve }

// Name implements [Circuit].
func (Pairing) Name() string { return "pairing" }

// Description implements [Circuit].
func (Pairing) Description() string {
	return "knowledge of pairs of points over BN254 whose pairings cancel (with a commitment)"
}

// Scaling implements [Circuit].
func (Pairing) Scaling() string {
	return "about 868000 constraints for a check, 803000 for each further one"
}

// New implements [Circuit].
func (Pairing) New(curve ecc.ID, constraints int, opts ...Option) (Instance, error) {
	return newPoints(points.Pairings(), "check", curve, constraints, opts)
}

// newPoints makes an instance of a family, which grows with the number of some things.
func newPoints(family points.Family, thing string, curve ecc.ID, constraints int,
	opts []Option) (Instance, error) {
	r, err := newRequest(curve, constraints, opts)
	if err != nil {
		return Instance{}, err
	}
	count, err := r.size(math.MaxInt, family.Circuit)
	if err != nil {
		return Instance{}, err
	}
	valid, invalid, err := family.Assign(count, r.random(), r.curve.poseidon2Hash)
	if err != nil {
		return Instance{}, err
	}
	return Instance{
		Circuit:    family.Circuit(count),
		Assignment: valid,
		Invalid:    invalid,
		Size:       counted(count, thing),
	}, nil
}
