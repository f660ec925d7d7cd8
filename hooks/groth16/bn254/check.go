package bn254

import (
	"fmt"

	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	groth16 "github.com/consensys/gnark/backend/groth16/bn254"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	cs "github.com/consensys/gnark/constraint/bn254"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/protocol"
)

// checkTypes refuses what cannot be proved at all. Whether the witness fits the system is left to gnark's solver.
func checkTypes(r1cs *cs.R1CS, pk *groth16.ProvingKey, fullWitness witness.Witness) error {
	switch {
	case r1cs == nil:
		return fmt.Errorf("%w: no constraint system", protocol.ErrInvalidInput)
	case pk == nil:
		return fmt.Errorf("%w: no proving key", protocol.ErrInvalidInput)
	case fullWitness == nil:
		return fmt.Errorf("%w: no witness", protocol.ErrInvalidInput)
	case r1cs.Type != constraint.SystemR1CS:
		return fmt.Errorf("%w: the constraint system is not an R1CS", protocol.ErrInvalidInput)
	}
	if _, ok := r1cs.CommitmentInfo.(constraint.Groth16Commitments); !ok {
		return fmt.Errorf("%w: the constraint system's commitments are not those of Groth16", protocol.ErrInvalidInput)
	}
	if _, ok := fullWitness.Vector().(fr.Vector); !ok {
		return fmt.Errorf("%w: not a witness over the scalar field of bn254", witness.ErrInvalidWitness)
	}
	return nil
}

// checkKey refuses a key whose shape is not the one that the system's setup gives. hidden is [protocol.Hidden].
func checkKey(r1cs *cs.R1CS, pk *groth16.ProvingKey, hidden []int) error {
	nbPublic := r1cs.GetNbPublicVariables()
	nbWires := nbPublic + r1cs.GetNbSecretVariables() + r1cs.GetNbInternalVariables()
	if len(hidden) > 0 && (hidden[0] < nbPublic || hidden[len(hidden)-1] >= nbWires) {
		return fmt.Errorf("%w: a commitment to wires that are not private", protocol.ErrInvalidInput)
	}
	commitments := r1cs.CommitmentInfo.(constraint.Groth16Commitments)
	for _, count := range []struct {
		what      string
		got, want int
	}{
		{"entries of InfinityA", len(pk.InfinityA), nbWires},
		{"entries of InfinityB", len(pk.InfinityB), nbWires},
		{"points in K", len(pk.G1.K), nbWires - nbPublic - len(hidden)},
		{"points in Z", len(pk.G1.Z), int(pk.Domain.Cardinality) - 1},
		{"points of B in G2", len(pk.G2.B), len(pk.G1.B)},
		{"commitment keys", len(pk.CommitmentKeys), len(commitments)},
	} {
		if count.got != count.want {
			return fmt.Errorf("%w: %d %s, expected %d", protocol.ErrKeyMismatch, count.got, count.what, count.want)
		}
	}
	for i := range commitments {
		key, want := &pk.CommitmentKeys[i], len(commitments[i].PrivateCommitted)
		if len(key.Basis) != want || len(key.BasisExpSigma) != want {
			return fmt.Errorf("%w: commitment key %d has %d points, expected %d", protocol.ErrKeyMismatch, i, len(key.Basis), want)
		}
	}
	if n := r1cs.GetNbConstraints(); uint64(n) > pk.Domain.Cardinality {
		return fmt.Errorf("%w: %d constraints, and a domain of %d", protocol.ErrKeyMismatch, n, pk.Domain.Cardinality)
	}
	return nil
}
