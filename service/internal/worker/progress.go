package worker

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/gnark-accel/gnark-accel/service/internal/interrupt"
)

// logEvery is the time between two log lines on the loading of a circuit.
const logEvery = 5 * time.Second

// loading begins a step of the loading of a circuit. It is told how far the step is, in bytes, and
// tells that by [Config].Progress. At times it tells it in the log too, until the end is called.
func (w *Worker) loading(
	m *circuit.Manifest, step string,
) (progress func(done, total int64), end func()) {
	var atDone, atTotal atomic.Int64
	ctx, stop := context.WithCancel(context.Background())
	var logging sync.WaitGroup
	logging.Go(func() {
		interrupt.Every(ctx, logEvery, func() {
			w.log.Info().Str("circuit", m.Digest).Str("step", step).Int64("done", atDone.Load()).
				Int64("total", atTotal.Load()).Msg("circuit loading")
		})
	})
	progress = func(done, total int64) {
		atDone.Store(done)
		atTotal.Store(total)
		if w.config.Progress != nil {
			w.config.Progress(step+" circuit "+m.Digest[:8], done, total)
		}
	}
	return progress, func() { stop(); logging.Wait() }
}
