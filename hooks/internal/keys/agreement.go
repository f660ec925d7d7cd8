package keys

import (
	"sync/atomic"

	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/solver"
)

// Agreement is the agreement of a check of ours with gnark's verifier. It is about the proofs with
// one key. Ours decides alone once both found a proof right. It never does where they differed, or
// where the program links a gnark whose protocol may be another.
type Agreement struct{ state atomic.Int32 }

const (
	unknown int32 = iota
	agreed
	differed
)

// Open says whether our check is of use.
func (a *Agreement) Open() bool { return solver.HasPassed() && a.state.Load() != differed }

// Verify returns an error if a proof must not leave. gnark's verifier decides wherever our check
// refuses. The two may run at once.
func (a *Agreement) Verify(ours, gnarks func() error) error {
	if !a.Open() {
		return gnarks()
	}
	var refused, err error
	if a.state.Load() == agreed {
		if refused = ours(); refused == nil {
			return nil
		}
		err = gnarks()
	} else { // the first proof waits for one of them
		var beside parallel.Tasks
		beside.Go(ours)
		err, refused = gnarks(), beside.Wait()
	}
	switch {
	case (refused == nil) != (err == nil):
		a.state.Store(differed)
		log := logger.Logger()
		log.Error().AnErr("ours", refused).AnErr("gnarks", err).
			Msg("our check of a proof disagrees with gnark's verifier, which is used")
	case err == nil:
		a.state.CompareAndSwap(unknown, agreed)
	}
	return err
}
