package protocol

import (
	"fmt"
	"math/bits"

	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	device "github.com/gnark-accel/gnark-accel/internal/groth16"
)

// check refuses a system that Groth16 does not prove.
func (s *System[E]) check() error {
	switch {
	case s == nil:
		return fmt.Errorf("%w: no constraint system", ErrInvalidInput)
	case s.Type != constraint.SystemR1CS:
		return fmt.Errorf("%w: the constraint system is not an R1CS", ErrInvalidInput)
	}
	if _, ok := s.CommitmentInfo.(constraint.Groth16Commitments); !ok {
		return notGroth16Commitments()
	}
	return nil
}

func notGroth16Commitments() error {
	return fmt.Errorf("%w: the constraint system's commitments are not those of Groth16",
		ErrInvalidInput)
}

func errNoKey() error { return fmt.Errorf("%w: no proving key", ErrInvalidInput) }

// commitments are the system's, after check.
func (s *System[E]) commitments() constraint.Groth16Commitments {
	return s.CommitmentInfo.(constraint.Groth16Commitments)
}

// wires is the number of wires.
func (s *System[E]) wires() int {
	return s.GetNbPublicVariables() + s.GetNbSecretVariables() + s.GetNbInternalVariables()
}

// checkWitness refuses a witness over another field. Whether it fits the system is left to the
// solver.
func checkWitness[E any](f *algebra.Field[E], fullWitness witness.Witness) error {
	if fullWitness == nil {
		return fmt.Errorf("%w: no witness", ErrInvalidInput)
	}
	if _, ok := f.Elements(fullWitness.Vector()); !ok {
		return fmt.Errorf("%w: not a witness over the scalar field of %s",
			witness.ErrInvalidWitness, f.Curve)
	}
	return nil
}

// checkKey refuses a key whose shape is not the one that the system's setup gives. hidden is
// [Hidden].
func checkKey[P1, P2, E any](s *System[E], pk *Key[P1, P2, E], hidden []int) error {
	nbPublic, nbWires := s.GetNbPublicVariables(), s.wires()
	if len(hidden) > 0 && (hidden[0] < nbPublic || hidden[len(hidden)-1] >= nbWires) {
		return fmt.Errorf("%w: a commitment to wires that are not private",
			ErrInvalidInput)
	}
	commitments := s.commitments()
	for _, count := range []struct {
		what      string
		got, want int
	}{
		{"entries of InfinityA", len(pk.InfinityA), nbWires},
		{"entries of InfinityB", len(pk.InfinityB), nbWires},
		{"points in K", len(pk.K), nbWires - nbPublic - len(hidden)},
		{"points in Z", len(pk.Z), pk.Domain.Len() - 1},
		{"points in A", len(pk.A), nbWires - int(pk.NbInfinityA)},
		{"points in B", len(pk.B), nbWires - int(pk.NbInfinityB)},
		{"points of B in G2", len(pk.B2), len(pk.B)},
		{"commitment keys", len(pk.Commitments), len(commitments)},
	} {
		if count.got != count.want {
			return fmt.Errorf("%w: %d %s, expected %d", ErrKeyMismatch, count.got,
				count.what, count.want)
		}
	}
	for i := range commitments {
		key, want := &pk.Commitments[i], len(commitments[i].PrivateCommitted)
		if len(key.Basis) != want || len(key.BasisExpSigma) != want {
			return fmt.Errorf("%w: commitment key %d has %d points, expected %d",
				ErrKeyMismatch, i, len(key.Basis), want)
		}
	}
	if n := s.GetNbConstraints(); uint64(n) > pk.Domain.Cardinality {
		return fmt.Errorf("%w: %d constraints, and a domain of %d", ErrKeyMismatch, n,
			pk.Domain.Cardinality)
	}
	if n := pk.Domain.Cardinality; bits.OnesCount64(n) != 1 {
		return fmt.Errorf("%w: a domain of %d elements, which is no power of two",
			ErrKeyMismatch, n)
	}
	return nil
}

// checkInfinities refuses a key that miscounts its points at infinity. It reads all marks, when the
// key is loaded.
func checkInfinities[P1, P2, E any](pk *Key[P1, P2, E]) error {
	for _, vector := range []struct {
		name       string
		atInfinity []bool
		counted    uint64
	}{{"A", pk.InfinityA, pk.NbInfinityA}, {"B", pk.InfinityB, pk.NbInfinityB}} {
		all := len(vector.atInfinity)
		if n := all - device.Finite(vector.atInfinity).Len(all); uint64(n) != vector.counted {
			return fmt.Errorf("%w: %d points of %s at infinity, and the key counts %d",
				ErrKeyMismatch, n, vector.name, vector.counted)
		}
	}
	return nil
}
