package proof

import (
	"time"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/internal/settings"
	"github.com/gnark-accel/gnark-accel/internal/solver"
)

// Verified returns the proof, or another one in its place, once it is found right. It logs that the
// proof is done. It comes after Close.
func (s *Solved[R, E]) Verified(first any) (any, error) {
	if s.Unverified {
		s.log(0)
		return first, nil
	}
	verify, err := s.steps.Verifier()
	if err != nil {
		s.steps.Destroy(first)
		return nil, s.Cause(err)
	}
	start := time.Now()
	proof, err := s.ways(verify).proof(first)
	if err != nil {
		return nil, s.Cause(err)
	}
	s.log(time.Since(start))
	return proof, nil
}

// ways are the ways in which the proof is made again if it is wrong.
func (s *Solved[R, E]) ways(verify func(any) error) *ways {
	w := &ways{
		verify: verify, destroy: s.steps.Destroy, reload: s.steps.Reload, engine: s.engine(),
		solver: s.recheck, uncompared: s.uncompared, errKeyMismatch: s.ErrKeyMismatch,
	}
	if s.Once {
		return w
	}
	w.last = s.withoutDevice
	if s.onDevice {
		w.again = func() (any, error) { return s.another(*s.Settings) }
	}
	return w
}

// another makes another proof, with all solved anew.
func (s *Solved[R, E]) another(with settings.Settings) (any, error) {
	again := *s.Task
	again.Settings, again.release = &with, nil
	steps, err := s.steps.Again(&again)
	if err != nil {
		return nil, err
	}
	half, err := begin(&again, steps)
	if err != nil {
		return nil, err
	}
	defer half.Close()
	return half.Prove()
}

// withoutDevice makes the proof without devices. gnark does so where its proof can be verified.
func (s *Solved[R, E]) withoutDevice() (any, error) {
	s.onDevice = false
	if s.Witness != nil && s.steps.VerifiesGnarks() {
		return s.gnarks()
	}
	with := *s.Settings
	with.OnCPU = true
	return s.another(with)
}

// recheck compares the fast solver with gnark's if it found the wires. A solution that was given is
// its caller's.
func (s *Solved[R, E]) recheck() error {
	if s.Witness == nil || s.by != solver.Fast {
		return nil
	}
	in := s.input(solver.Input[E]{Commit: s.steps.Committing()})
	return s.System.Recheck(s.Context, in)
}

// log writes gnark's line which says that a proof is done. As gnark has it, the solver counts where
// it is a round.
func (s *Solved[R, E]) log(verification time.Duration) {
	acceleration, scheme, took := "none", backend.GROTH16, s.proving // gnark's words
	if s.onDevice {
		acceleration = "cuda"
	}
	if s.System.Type == constraint.SystemSparseR1CS {
		scheme = backend.PLONK
	}
	log := logger.Logger()
	line := log.Debug().
		Str("curve", s.Field.Curve).
		Str("acceleration", acceleration).
		Int("nbConstraints", s.System.GetNbConstraints()).
		Str("backend", scheme.String()).
		Str("solvedBy", string(s.by))
	for i, r := range s.steps.Rounds() {
		if i == 0 {
			took += s.solving
		}
		line.Dur(r.Name, r.Took)
	}
	if !s.Unverified {
		line.Dur("verification", verification)
	}
	line.Dur("took", took).Msg("prover done")
}
