package proof

import (
	"fmt"
	"time"

	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/engine/group"
)

// Solved is a proof that is half made. The witness is solved and committed to, all randomness is
// drawn, and the device's work is left. It has to be closed. One goroutine at a time may use it.
type Solved[R Replica, E any] struct {
	*held[R, E]
	arrived          engine.Arrival
	proved           bool // or begun to be
	onDevice         bool // the proof was made there
	solving, proving time.Duration
}

// Steps are the scheme's part in the proof.
func (s *Solved[R, E]) Steps() Steps[R, E] { return s.steps }

// Prove makes the proof, which [Solved.Verified] is to verify. It consumes the solution: a second
// call fails.
func (s *Solved[R, E]) Prove() (proof any, err error) {
	if s.proved {
		return nil, fmt.Errorf("%w: a solution serves one proof", s.ErrInvalidInput)
	}
	s.proved = true
	start := time.Now()
	s.place.Begin()
	for again := true; again; {
		proof, err = s.proveAt(s.place.At)
		again, err = s.place.Again(err)
	}
	if err != nil {
		return nil, s.Cause(err)
	}
	s.proving, s.onDevice = time.Since(start), s.place.At.Primary().OnDevice()
	return proof, nil
}

// proveAt makes the proof when it is its turn. The first device of a place admits a team: two teams
// would wait for each other's devices.
func (s *Solved[R, E]) proveAt(at *group.Team[R]) (any, error) {
	done, err := s.engine().Turn(s.Context, s.arrived, s.Elements)
	if err != nil {
		return nil, err
	}
	defer done()
	return s.steps.Prove(at)
}
