package solver

import (
	"sync/atomic"
	"time"

	"github.com/consensys/gnark/logger"
	"github.com/rs/zerolog"
)

var solved struct{ fast, gnark atomic.Uint64 }

// Solved returns the numbers of witnesses that either solver has solved in this process.
func Solved() (fast, gnark uint64) { return solved.fast.Load(), solved.gnark.Load() }

// logRefusal names a gnark with a blueprint that the fast solver does not know. It does so once for
// each system.
func logRefusal(err error) {
	log := logger.Logger()
	log.Warn().Err(err).Str("solvedBy", string(Gnark)).Str("gnark", Linked().Name).
		Str("advice", "a newer gnark-accel may know it; solve.WithGnark leaves this line out").
		Msg("constraint system is left to gnark's solver")
}

// note notes an error of the fast solver, in whose place gnark's has a solution.
func note(level zerolog.Level, err error, message string) {
	log := logger.Logger()
	log.WithLevel(level).Err(err).Str("solvedBy", string(Gnark)).Msg(message)
}

// logForeign counts the hints that the fast solver does not know with such inputs.
func logForeign(calls map[string]int) {
	if len(calls) > 0 {
		log := logger.Logger()
		log.Debug().Interface("calls", calls).Msg("hints are called as functions")
	}
}

// logDone notes a fast solution, as gnark's solver notes its own.
func logDone(constraints int, start time.Time) {
	log := logger.Logger()
	log.Debug().
		Int("nbConstraints", constraints).
		Str("solvedBy", string(Fast)).
		Dur("took", time.Since(start)).
		Msg("constraint system solver done")
}
