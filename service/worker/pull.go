package worker

import (
	"context"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// lookEvery is how often an idle worker looks for jobs that nothing announced: those of a worker
// that died, and those that were given back.
const lookEvery = 250 * time.Millisecond

// pull takes jobs, as many as there are slots for, until the context is cancelled.
func (w *Worker) pull(ctx context.Context) {
	// Jobs under way go on when the pulling ends.
	working := context.WithoutCancel(ctx)
	for {
		place := w.slots.take(ctx)
		if place == nil {
			return
		}
		at, message := w.next(ctx)
		if message == nil {
			place.leave()
			return
		}
		w.working.Go(func() {
			defer place.leave()
			w.run(working, at, message, place)
		})
	}
}

// next waits for a job. It returns nil when the context is cancelled.
func (w *Worker) next(ctx context.Context) (*source, jetstream.Msg) {
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	for {
		for _, at := range w.order() {
			if ctx.Err() != nil {
				return nil, nil
			}
			if message := w.fetch(at); message != nil {
				return at, message
			}
		}
		select {
		case <-ctx.Done():
			return nil, nil
		case at := <-w.wake:
			if message := w.fetch(at); message != nil {
				return at, message
			}
		case <-look.C:
		}
	}
}

// fetch takes a job that waits, or returns nil. Where the server does not answer, the next look
// asks again.
func (w *Worker) fetch(at *source) jetstream.Msg {
	batch, err := at.consumer.FetchNoWait(1)
	if err != nil {
		w.log.Debug().Err(err).Str("circuit", at.circuit.Digest).Msg("jobs not fetched")
		return nil
	}
	message := <-batch.Messages()
	if err := batch.Error(); err != nil {
		w.log.Debug().Err(err).Str("circuit", at.circuit.Digest).Msg("jobs not fetched")
	}
	if message != nil {
		at.used = time.Now()
	}
	return message
}
