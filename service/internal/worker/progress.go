package worker

import (
	"context"
	"sync"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/gnark-accel/gnark-accel/service/internal/interrupt"
)

// logEvery is the time between two log lines on the loading of a circuit.
const logEvery = 5 * time.Second

// loading reports the progress of a circuit's loading. It does so at times in the log, whether or
// not its step has progressed, and at each progress by [Config].Progress.
type loading struct {
	worker   *Worker
	manifest *circuit.Manifest
	end      func() // of the lines in the log

	mutex       sync.Mutex // guards the fields below
	step        string
	done, total int64 // bytes
}

// loading begins with a step. The end must be called.
func (w *Worker) loading(m *circuit.Manifest, step string) *loading {
	l := &loading{worker: w, manifest: m, step: step}
	ctx, end := context.WithCancel(context.Background())
	var logging sync.WaitGroup
	logging.Go(func() { interrupt.Every(ctx, logEvery, l.log) })
	l.end = func() { end(); logging.Wait() }
	return l
}

func (l *loading) log() {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.worker.log.Info().Str("circuit", l.manifest.Digest).Str("step", l.step).
		Int64("done", l.done).Int64("total", l.total).Msg("circuit loading")
}

func (l *loading) next(step string) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.step, l.done, l.total = step, 0, 0
}

// progress notes how far the step is, in bytes.
func (l *loading) progress(done, total int64) {
	l.mutex.Lock()
	l.done, l.total = done, total
	step := l.step
	l.mutex.Unlock()
	if l.worker.config.Progress != nil {
		l.worker.config.Progress(step+" circuit "+l.manifest.Digest[:8], done, total)
	}
}
