package prover

import (
	"fmt"
	"slices"

	"github.com/consensys/gnark/backend"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/protocol"
	"github.com/gnark-accel/gnark-accel/internal/verified"
)

// Verified returns the proof, or another one in its place. It verifies it with the key that is
// known. It logs that the proof is done.
func (s *solved[K, P1, P2, E, S]) Verified(first any) (any, error) {
	if s.Settings().Unverified {
		s.Done()
		return first, nil
	}
	proof := s.over.GenericProof(first)
	verify, err := s.verifier()
	if err != nil {
		destroy(proof)
		return nil, err
	}
	ways := &verified.Ways[*protocol.Proof[P1, P2]]{
		Verify: verify, Destroy: destroy[P1, P2],
	}
	if s.witness != nil {
		ways.Again, ways.Last, ways.Solver = s.again, s.last, s.recheck
	}
	proof, err = protocol.Verified(s.over.scheme, s.Solved, proof, ways)
	if err != nil {
		return nil, err
	}
	return s.over.Proof(proof), nil
}

// verifier returns the function that finds proofs wrong.
func (s *solved[K, P1, P2, E, S]) verifier() (func(*protocol.Proof[P1, P2]) error, error) {
	vk := s.VerifyingKey()
	if vk == nil {
		return s.VerifyWithoutKey, nil
	}
	if err := s.fits(vk); err != nil {
		return nil, err
	}
	return func(proof *protocol.Proof[P1, P2]) error { return s.verify(proof, vk) }, nil
}

// fits returns ErrKeyMismatch if a verifying key cannot be that of the system and the proving key.
func (s *solved[K, P1, P2, E, S]) fits(known any) error {
	vk := s.over.VerifyingKey(known)
	if vk == nil {
		return s.over.otherVerifyingKey()
	}
	public := s.over.system(s.ccs).GetNbPublicVariables()
	if want := public + vk.Commitments; vk.Wires != want {
		return fmt.Errorf("%w: a verifying key for %d public wires, expected %d",
			protocol.ErrKeyMismatch, vk.Wires, want)
	}
	return sameSetup(s.over.Key(s.pk), vk)
}

// sameSetup returns ErrKeyMismatch if two keys cannot be of one setup.
func sameSetup[P1, P2 comparable, E any](
	pk *protocol.Key[P1, P2, E], vk *VerifyingKey[P1, P2],
) error {
	if vk.Alpha == pk.Alpha && vk.Beta == pk.Beta2 && vk.Delta == pk.Delta2 {
		return nil
	}
	return fmt.Errorf("%w: the verifying key is of another setup than the proving key",
		protocol.ErrKeyMismatch)
}

func (p *Prover[K, P1, P2, E, S]) otherVerifyingKey() error {
	return fmt.Errorf("%w: a verifying key over another curve than %s",
		protocol.ErrKeyMismatch, p.Field.Curve)
}

// verify runs gnark's verifier, with the prover's hash.
func (s *solved[K, P1, P2, E, S]) verify(proof *protocol.Proof[P1, P2], vk any) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: panic in the verifier: %v", protocol.ErrKeyMismatch, p)
		}
	}()
	public := slices.Clip(s.Public()) // the verifier appends to it
	// After an early error a goroutine of the verifier still reads what it was given.
	read := *proof
	return s.over.Verify(&read, vk, public,
		backend.WithVerifierHashToFieldFunction(s.Settings().HashToFieldFn))
}

// again makes another proof with the same settings.
func (s *solved[K, P1, P2, E, S]) again() (*protocol.Proof[P1, P2], error) {
	return s.anew(s.Settings().Same())
}

// last makes the proof without devices. gnark does it where a verifying key tells what to think of
// its proof, which nobody knows the values of.
func (s *solved[K, P1, P2, E, S]) last() (*protocol.Proof[P1, P2], error) {
	if s.VerifyingKey() == nil {
		return s.anew(s.Settings().SameOnCPU())
	}
	return s.over.Gnark.Prove(s.ccs, s.pk, s.witness, s.Settings().Gnarks())
}

// anew makes another proof.
func (s *solved[K, P1, P2, E, S]) anew(
	with backend.ProverOption,
) (*protocol.Proof[P1, P2], error) {
	another, err := s.over.solve(s.ccs, s.pk, s.witness, with)
	if err != nil {
		return nil, err
	}
	defer another.Close()
	defer s.ProvedBy(another.Solved)
	return another.Solved.Prove()
}

// recheck compares our solver with gnark's.
func (s *solved[K, P1, P2, E, S]) recheck() error {
	config := s.Settings()
	commit, option := s.Committer()
	options := append(slices.Clone(config.SolverOpts), option)
	return s.over.Recheck(config.Context, s.ccs, s.witness, commit, options...)
}

// destroy overwrites a proof.
func destroy[P1, P2 any](proof *protocol.Proof[P1, P2]) {
	clear(proof.Commitments)
	*proof = protocol.Proof[P1, P2]{}
}
