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

// atATime is how many jobs a worker takes at a time, at most. An answer of the server takes about
// as long as a short proof while it stores other jobs.
const atATime = 8

// pull takes jobs, as many as there are slots for, until the context is cancelled.
func (w *Worker) pull(ctx context.Context) {
	// Jobs under way go on when the pulling ends.
	working := context.WithoutCancel(ctx)
	for {
		places := w.slots.takeSome(ctx, atATime)
		if places == nil {
			return
		}
		at, messages := w.next(ctx, len(places))
		for i, place := range places {
			if i >= len(messages) {
				place.leave()
				continue
			}
			w.working.Go(func() {
				defer place.leave()
				w.run(working, at, messages[i], place)
			})
		}
		if messages == nil {
			return
		}
	}
}

// next waits for a job, and returns up to n of one source. It returns nil when the context is
// cancelled.
func (w *Worker) next(ctx context.Context, n int) (*source, []jetstream.Msg) {
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	for {
		all := w.order()
		for _, at := range all {
			if ctx.Err() != nil {
				return nil, nil
			}
			if messages := w.fetch(at, n, w.insists(at, len(all))); messages != nil {
				return at, messages
			}
		}
		select {
		case <-ctx.Done():
			return nil, nil
		case at := <-w.wake:
			if messages := w.fetch(at, n, false); messages != nil {
				return at, messages
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

// fetch takes up to n jobs that wait, or returns nil. Where the server does not answer, the next
// look asks again.
func (w *Worker) fetch(at *source, n int, insisting bool) (messages []jetstream.Msg) {
	ask := at.consumer.FetchNoWait
	if insisting {
		ask = func(n int) (jetstream.MessageBatch, error) {
			return at.consumer.Fetch(n, jetstream.FetchMaxWait(patience))
		}
	}
	batch, err := ask(n)
	if err != nil {
		w.log.Debug().Err(err).Str("circuit", at.circuit.Digest).Msg("jobs not fetched")
		return nil
	}
	for message := range batch.Messages() {
		messages = append(messages, message)
	}
	if err := batch.Error(); err != nil {
		w.log.Debug().Err(err).Str("circuit", at.circuit.Digest).Msg("jobs not fetched")
	}
	if messages != nil {
		at.used = time.Now()
		at.tenant.used = at.used
	}
	return messages
}
