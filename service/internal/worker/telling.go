package worker

import (
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
)

// tellEvery is the time between two log lines that say how far a circuit is loaded. Tests set it.
var tellEvery = 5 * time.Second

// telling returns what is told how far a step of the loading of a circuit is, in bytes: it logs a
// line at times, and calls [Config].Progress.
func (w *Worker) telling(m *circuit.Manifest, step string) func(done, total int64) {
	told := time.Now()
	return func(done, total int64) {
		if w.config.Progress != nil {
			w.config.Progress(step+" circuit "+m.Digest[:8], done, total)
		}
		if time.Since(told) < tellEvery {
			return
		}
		told = time.Now()
		w.log.Info().Str("circuit", m.Digest).Str("step", step).Int64("done", done).
			Int64("total", total).Msg("circuit loading")
	}
}
