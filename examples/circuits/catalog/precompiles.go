package catalog

import (
	"github.com/consensys/gnark/frontend"

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
var ECMul Circuit = family{
	name:        "ecmul",
	description: "knowledge of scalar multiplications over BN254 with a hash (with a commitment)",
	scaling:     "about 170000 constraints for a multiplication, 161000 for each further one",
	size:        counting("multiplication"),
	of:          pointsOf(points.Multiplications()),
}

// ECRecover recovers the keys of ECDSA signatures over secp256k1. Ethereum's contract at address 1
// does the same. The prover knows digests, signatures and the keys that signed, with one
// public Poseidon2 hash. A chain's transactions name no sender but this one. The circuit is gnark's
// ECRecover of std/evmprecompiles for signatures that are valid. It is like [ECMul] for a prover,
// with two scalars a signature and a square root, and grows with the number of signatures.
var ECRecover Circuit = family{
	name:        "ecrecover",
	description: "knowledge of ECDSA signatures and their keys with a hash (with a commitment)",
	scaling:     "about 188000 constraints for a signature, 180000 for each further one",
	size:        counting("signature"),
	of:          pointsOf(points.Recoveries()),
}

// Pairing is checks of pairings over BN254, as Ethereum's contract at address 8 has them. The
// prover knows two pairs of points for each check, whose pairings have the product one, with one
// public Poseidon2 hash. Verifiers of other proofs on a chain consist of such checks. The circuit
// is gnark's ECPair of std/evmprecompiles, with a check that the points of G1 are on the curve. The
// emulated products are in an extension of degree twelve. It grows with the number of checks.
var Pairing Circuit = family{
	name: "pairing",
	description: "knowledge of pairs of points over BN254 whose pairings cancel " +
		"(with a commitment)",
	scaling: "about 868000 constraints for a check, 803000 for each further one",
	size:    counting("check"),
	of:      pointsOf(points.Pairings()),
}

// pointsOf makes circuits that grow with the number of some things about points.
func pointsOf(things points.Family) func(request) (sizes, error) {
	return func(r request) (sizes, error) {
		return sizes{things.Circuit, func(n int) (valid, invalid frontend.Circuit, err error) {
			return things.Assign(n, r.random(), r.curve.poseidon2Hash)
		}}, nil
	}
}
