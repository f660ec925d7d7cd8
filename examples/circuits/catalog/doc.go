// Package catalog holds circuits that people know, ready to be proved. There are a cubic equation,
// a chain of MiMC hashes, SHA-256 of a message, membership in a Merkle tree, EdDSA signatures,
// range checks, a small rollup, ECDSA signatures, Keccak-256, and the verification of other proofs.
// Then come circuits that GPUs are bought for: Ethereum's precompiled contracts, the aggregate key
// of a committee, and the append of a batch to a state tree.
//
// Each circuit can be built for the scalar field of BN254, BLS12-377, BLS12-381 and BW6-761, but
// for [Recursion], which is for BW6-761 and BN254, and for any constraint builder of gnark (R1CS
// for Groth16, sparse R1CS for PLONK). [Circuit.New] takes the number of constraints that is
// wanted, chooses the size of the circuit that comes closest, and gives the circuit together with
// an assignment that satisfies it and one that does not. [WithSize] names the size instead.
//
//	circuit, err := catalog.Lookup("mimc")
//	instance, err := circuit.New(ecc.BN254, 1<<15)
//	ccs, err := frontend.Compile(ecc.BN254.ScalarField(), r1cs.NewBuilder, instance.Circuit)
//	witness, err := frontend.NewWitness(instance.Assignment, ecc.BN254.ScalarField())
//
// The values in the assignments come from a seeded generator: the same call gives the same instance
// (but for the proofs within [Recursion]). They are examples, and nothing in them is secret.
package catalog
