package protocol

import (
	"fmt"

	"github.com/gnark-accel/gnark-accel/internal/times"
)

// isGnarks says whether gnark makes the proof from end to end, since that takes the least time.
// gnark does not where there are several commitments: its hints use one hash function at once.
func (s *Solved[K, P1, P2, E, S]) isGnarks() bool {
	return s.config.Whole && !s.config.OnCPU && s.attachment.way == times.ByGnark &&
		len(s.key.Commitments) <= 1
}

// proveByGnark has gnark make the proof. gnark's prover logs that it is done.
func (s *Solved[K, P1, P2, E, S]) proveByGnark() error {
	return s.attachment.ByGnark(s.ctx, func() error {
		return s.system.InTurn(func() (err error) {
			s.gnarks, err = s.over.Prove(s.ccs, s.pk, s.witness, s.config.Gnarks())
			return s.config.Withhold(err, ErrUnsatisfied)
		})
	})
}

// verifyGnarks verifies a proof that is gnark's from end to end, with a verifying key alone.
func (s *Solved[K, P1, P2, E, S]) verifyGnarks() error {
	known := s.verifyingKey()
	if s.config.Unverified || known == nil {
		return nil
	}
	err := s.fits(known)
	if err != nil {
		return err
	}
	values, err := s.over.Field.Witness(s.witness, ErrInvalidInput)
	if err != nil {
		return err
	}
	s.public = values[:s.system.GetNbPublicVariables()-1]
	if wrong := s.verify(s.gnarks, known); wrong != nil {
		destroy(s.gnarks)
		return fmt.Errorf("%w: a proof of gnark's does not verify: %w", ErrKeyMismatch, wrong)
	}
	return nil
}
