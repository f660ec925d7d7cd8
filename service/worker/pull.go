package worker

import (
	"context"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// lookEvery is how often an idle worker looks for jobs that nothing announced: those of a worker
// that died, and those that were given back.
const lookEvery = 250 * time.Millisecond

// patience is how long the server waits for a job at some of the looks. It answers others by its
// count of the jobs that wait. That can be too small since a server or a worker died, and is set
// right by an answer that waits for a job.
const patience = 5 * time.Millisecond

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
		all := w.order()
		for _, at := range all {
			if ctx.Err() != nil {
				return nil, nil
			}
			if message := w.fetch(at, w.insists(at, len(all))); message != nil {
				return at, message
			}
		}
		select {
		case <-ctx.Done():
			return nil, nil
		case at := <-w.wake:
			if message := w.fetch(at, false); message != nil {
				return at, message
			}
		case <-look.C:
		}
	}
}

// insists tells whether a look asks a source with patience: one of n sources at a time, in turn.
func (w *Worker) insists(at *source, n int) bool {
	now := time.Now()
	turn := time.Duration(n) * lookEvery
	if now.Sub(w.insisted) < lookEvery || now.Sub(at.insisted) < turn {
		return false
	}
	w.insisted, at.insisted = now, now
	return true
}

// fetch takes a job that waits, or returns nil. Where the server does not answer, the next look
// asks again.
func (w *Worker) fetch(at *source, insisting bool) jetstream.Msg {
	ask := at.consumer.FetchNoWait
	if insisting {
		ask = func(n int) (jetstream.MessageBatch, error) {
			return at.consumer.Fetch(n, jetstream.FetchMaxWait(patience))
		}
	}
	batch, err := ask(1)
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
