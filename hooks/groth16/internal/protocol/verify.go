package protocol

import (
	"slices"
	"time"

	"github.com/consensys/gnark/backend"
	own "github.com/gnark-accel/gnark-accel/internal/solver"
	"github.com/gnark-accel/gnark-accel/internal/verified"
)

// Verified returns the proof, or another one in its place. It verifies it with the key that is
// known. It logs that the proof is done. It comes after [Solved.Close].
func (s *Solved[P1, P2, E]) Verified(first any) (any, error) {
	defer s.forget()
	if s.gnarks != nil {
		if err := s.verifyGnarks(); err != nil {
			return nil, s.config.Cause(err)
		}
		return first, nil
	}
	if s.config.Unverified {
		s.done()
		return first, nil
	}
	proof := s.over.GenericProof(first)
	verify, err := s.verifier()
	if err != nil {
		zeroize(proof)
		return nil, s.config.Cause(err)
	}
	start := time.Now()
	if proof, err = s.ways(verify).Proof(proof); err != nil {
		return nil, s.config.Cause(err)
	}
	s.verification = time.Since(start)
	s.done()
	return s.over.Proof(proof), nil
}

func (s *Solved[P1, P2, E]) ways(
	verify func(*Proof[P1, P2]) error,
) *verified.Proofs[*Proof[P1, P2]] {
	p := &verified.Proofs[*Proof[P1, P2]]{
		Verify: verify, Destroy: zeroize[P1, P2], Engine: s.replica.engine,
		Reload:         func() error { return s.over.reload(s.attachment, s.pk) },
		ErrKeyMismatch: ErrKeyMismatch,
	}
	p.Last, p.Solver = s.withoutDevice, s.recheck
	if s.onDevice {
		p.Again = func() (*Proof[P1, P2], error) { return s.another(s.config.Same()) }
	}
	return p
}

// withoutDevice makes the proof without devices. gnark does so where a verifying key can check its
// proof. Nothing else could: nobody knows the values behind gnark's proof.
func (s *Solved[P1, P2, E]) withoutDevice() (*Proof[P1, P2], error) {
	s.onDevice = false
	if s.verifyingKey() == nil || s.origin.witness == nil {
		return s.another(s.config.SameOnCPU())
	}
	return s.gnarksProof()
}

// another makes another proof, which this one's verification goes on with.
func (s *Solved[P1, P2, E]) another(with backend.ProverOption) (*Proof[P1, P2], error) {
	again, err := s.over.begin(s.ccs, s.pk, s.origin, []backend.ProverOption{with})
	if err != nil {
		return nil, err
	}
	defer again.Close()
	defer func() {
		s.forget()
		s.by = again
	}()
	return again.proof()
}

// recheck compares the fast solver with gnark's. A solution that was given is its caller's.
func (s *Solved[P1, P2, E]) recheck() error {
	if s.origin.witness == nil {
		return nil
	}
	c := s.newCommitter()
	options := append(slices.Clone(s.config.SolverOpts), c.option())
	return s.system.Recheck(s.config.Context, own.Input[E]{
		Witness: s.origin.witness, Commit: c.commit, Options: options,
	})
}

func zeroize[P1, P2 any](proof *Proof[P1, P2]) {
	clear(proof.Commitments)
	*proof = Proof[P1, P2]{}
}
