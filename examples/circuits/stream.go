package main

import (
	"fmt"
	"runtime"

	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
)

// proveStream makes the proofs of -stream and verifies them afterwards.
func (s *session) proveStream() error {
	if s.stream == 0 {
		return nil
	}
	runtime.GC()
	s.solved()
	var proofs []proving.Proof
	took, err := phase(s.ctx, s.progress, fmt.Sprintf("prove a stream of %d", s.stream),
		func() (err error) {
			proofs, err = s.scheme.StreamOf(s.ctx, s.stream, s.ccs, *s.keys, s.full,
				s.proverOptions()...)
			return err
		})
	if err != nil {
		return err
	}
	s.report.Proofs += len(proofs)
	s.report.streamed(len(proofs), took, s.solved())
	for _, p := range proofs {
		if err := s.scheme.Verify(p, *s.keys, s.public); err != nil {
			return fmt.Errorf("%w: %w", errNotVerified, err)
		}
		s.report.Verified++
	}
	s.describeUse()
	return nil
}
