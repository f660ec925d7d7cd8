package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"github.com/consensys/gnark/backend/witness"
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
			proofs, err = s.streamOf(s.stream)
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

// streamOf proves the witness n times as one stream.
func (s *session) streamOf(n int) (proofs []proving.Proof, err error) {
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	witnesses := make(chan witness.Witness)
	go func() {
		defer close(witnesses)
		for range n {
			select {
			case witnesses <- s.full:
			case <-ctx.Done():
				return
			}
		}
	}()
	for p, err := range s.scheme.Stream(ctx, s.ccs, *s.keys, witnesses,
		s.proverOptions()...) {
		switch {
		case errors.Is(err, context.Canceled):
			return proofs, errInterrupted
		case err != nil:
			return proofs, fmt.Errorf("proof %d: %w", len(proofs)+1, err)
		}
		proofs = append(proofs, p)
	}
	return proofs, nil
}
