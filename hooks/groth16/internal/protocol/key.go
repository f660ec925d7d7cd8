package protocol

import (
	"fmt"
	"math/bits"

	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	"github.com/gnark-accel/gnark-accel/hooks/internal/keys"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	device "github.com/gnark-accel/gnark-accel/internal/groth16"
)

// Key is one of gnark's proving keys, with gnark's names.
type Key[P1, P2, E any] struct {
	Domain               *curve.Domain[E]
	Alpha, Beta, Delta   P1
	Beta2, Delta2        P2
	A, B, K, Z           []P1
	B2                   []P2
	InfinityA, InfinityB []bool
	NbInfinityA          uint64
	NbInfinityB          uint64
	Commitments          []CommitmentKey[P1]
}

// CommitmentKey is a key of Pedersen commitments.
type CommitmentKey[P any] struct{ Basis, BasisExpSigma []P }

// Proof has the fields of gnark's proof.
type Proof[P1, P2 any] struct {
	Ar, Krs       P1
	Bs            P2
	Commitments   []P1
	CommitmentPok P1
}

// vectors returns the vectors of a key that its proofs use as bases.
func (pk *Key[P1, P2, E]) vectors() *device.Key[P1, P2] {
	k := &device.Key[P1, P2]{
		Domain: pk.Domain.Len(), Wires: len(pk.InfinityA),

		A:  engine.PointsOf(pk.A),
		B:  engine.PointsOf(pk.B),
		K:  engine.PointsOf(pk.K),
		Z:  engine.PointsOf(pk.Z),
		B2: engine.PointsOf(pk.B2),
	}
	for i := range pk.Commitments {
		c := &pk.Commitments[i]
		k.Commitments = append(k.Commitments, [2]engine.Points[P1]{
			engine.PointsOf(c.Basis), engine.PointsOf(c.BasisExpSigma),
		})
	}
	return k
}

// checkKey refuses a key whose shape is not the one that the system's setup gives.
func checkKey[P1, P2 comparable, E any](s *system.System[E], pk *Key[P1, P2, E]) error {
	nbPublic, nbWires, hidden := s.GetNbPublicVariables(), s.NbWires(), s.Hidden()
	if len(hidden) > 0 && (hidden[0] < nbPublic || hidden[len(hidden)-1] >= nbWires) {
		return fmt.Errorf("%w: a commitment to wires that are not private", ErrInvalidInput)
	}
	commitments := s.Commitments
	for _, count := range []struct {
		says      string
		got, want int
	}{
		{"the key has %d wires, the circuit %d", len(pk.InfinityA), nbWires},
		{"the key has %d wires in B, the circuit %d", len(pk.InfinityB), nbWires},
		{"the key has %d commitments, the circuit %d", len(pk.Commitments), len(commitments)},
		{"the key has %d points in K, the circuit needs %d", len(pk.K),
			nbWires - nbPublic - len(hidden)},
		{"the key has %d points in Z, its domain needs %d", len(pk.Z), pk.Domain.Len() - 1},
		{"the key has %d points in A, the circuit needs %d", len(pk.A),
			nbWires - int(pk.NbInfinityA)},
		{"the key has %d points in B, the circuit needs %d", len(pk.B),
			nbWires - int(pk.NbInfinityB)},
		{"the key has %d points of B in G2, and %d in G1", len(pk.B2), len(pk.B)},
	} {
		if count.got != count.want {
			return fmt.Errorf("%w: "+count.says, ErrKeyMismatch, count.got, count.want)
		}
	}
	for i := range commitments {
		key, want := &pk.Commitments[i], len(commitments[i].PrivateCommitted)
		if len(key.Basis) != want || len(key.BasisExpSigma) != want {
			return fmt.Errorf("%w: commitment %d is to %d values in the key, in the circuit to %d",
				ErrKeyMismatch, i, len(key.Basis), want)
		}
	}
	if n := s.GetNbConstraints(); uint64(n) > pk.Domain.Cardinality {
		return fmt.Errorf("%w: the key has room for %d constraints, the circuit has %d",
			ErrKeyMismatch, pk.Domain.Cardinality, n)
	}
	if n := pk.Domain.Cardinality; bits.OnesCount64(n) != 1 {
		return fmt.Errorf("%w: a domain of %d elements, which is no power of two",
			ErrKeyMismatch, n)
	}
	return checkMasks(s, pk)
}

// checkInfinities refuses a key that miscounts its points at infinity. It reads all marks, when the
// key is loaded.
func checkInfinities[P1, P2, E any](pk *Key[P1, P2, E]) error {
	for _, vector := range []struct {
		name       string
		atInfinity []bool
		counted    uint64
	}{{"A", pk.InfinityA, pk.NbInfinityA}, {"B", pk.InfinityB, pk.NbInfinityB}} {
		n := uint64(0)
		for _, infinite := range vector.atInfinity {
			if infinite {
				n++
			}
		}
		if n != vector.counted {
			return fmt.Errorf("%w: %d points of %s at infinity, and the key counts %d",
				ErrKeyMismatch, n, vector.name, vector.counted)
		}
	}
	return nil
}

// fingerprint recognises a key whose content was replaced, for instance by ReadFrom.
type fingerprint[P1, P2 comparable] struct {
	single  [3]P1 // α, β and δ
	vectors []keys.Fingerprint[P1]
	b2      keys.Fingerprint[P2]
}

func fingerprintOf[P1, P2 comparable, E any](pk *Key[P1, P2, E]) fingerprint[P1, P2] {
	f := fingerprint[P1, P2]{
		single: [3]P1{pk.Alpha, pk.Beta, pk.Delta}, b2: keys.FingerprintOf(pk.B2),
	}
	for _, v := range pk.vectors().InG1() {
		f.vectors = append(f.vectors, keys.FingerprintOf(v.Points.Slice))
	}
	return f
}

// matches says whether a fingerprint is that of a key as it is now.
func matches[P1, P2 comparable, E any](f *fingerprint[P1, P2], pk *Key[P1, P2, E]) bool {
	now := pk.vectors().InG1()
	if f.single != [3]P1{pk.Alpha, pk.Beta, pk.Delta} || len(f.vectors) != len(now) ||
		!f.b2.Matches(pk.B2) {
		return false
	}
	for i, v := range now {
		if !f.vectors[i].Matches(v.Points.Slice) {
			return false
		}
	}
	return true
}
