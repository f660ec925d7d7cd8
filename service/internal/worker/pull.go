package worker

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/nats-io/nats.go/jetstream"
)

// lookEvery is how often an idle worker looks for jobs that came back, which nothing announces.
const lookEvery = 250 * time.Millisecond

// fetchWait is how long the server waits for a job at a blocking fetch. That sets its count of the
// jobs right, by which it answers other fetches: too small since a server or a worker died.
const fetchWait = 5 * time.Millisecond

// atATime bounds the jobs that are taken at once. The answer may take as long as a short proof.
const atATime = 8

// pull takes jobs, as many as there are slots for, until the context is cancelled.
func (w *Worker) pull(ctx context.Context) {
	for {
		tokens := w.slots.take(ctx, atATime)
		if tokens == nil {
			return
		}
		at, messages := w.look(ctx, len(tokens))
		for i, token := range tokens {
			if i >= len(messages) {
				token.end() // its slots may go to a job that waits for some
				continue
			}
			w.working.Go(func() {
				defer token.end()
				w.run(at, messages[i], token)
			})
		}
	}
}

// look waits a moment for jobs of one source, and returns at most n, or none.
func (w *Worker) look(ctx context.Context, n int) (*source, []jetstream.Msg) {
	all := w.order()
	for _, at := range all {
		if ctx.Err() != nil {
			return nil, nil
		}
		if messages := w.fetch(at, n, w.mayBlock(at, len(all))); messages != nil {
			return at, messages
		}
	}
	select {
	case at := <-w.woken:
		if at.tenant.last() == 0 {
			return at, w.fetch(at, n, false)
		}
	case <-ctx.Done():
	case <-time.After(lookEvery):
	}
	return nil, nil
}

// mayBlock tells whether a look makes a blocking fetch: of one of n sources at a time, in turn.
func (w *Worker) mayBlock(at *source, n int) bool {
	now := time.Now()
	turn := time.Duration(n) * lookEvery
	if now.Sub(w.lastBlocking) < lookEvery || now.Sub(at.lastBlocking) < turn {
		return false
	}
	w.lastBlocking, at.lastBlocking = now, now
	return true
}

// fetch takes up to n jobs that wait. The next look asks a server again that does not answer.
func (w *Worker) fetch(at *source, n int, blocking bool) (messages []jetstream.Msg) {
	var batch jetstream.MessageBatch
	var err error
	if blocking {
		batch, err = at.consumer.Fetch(n, jetstream.FetchMaxWait(fetchWait))
	} else {
		batch, err = at.consumer.FetchNoWait(n)
	}
	if err == nil {
		for message := range batch.Messages() {
			messages = append(messages, message)
		}
		err = batch.Error()
	}
	if err != nil {
		w.log.Debug().Err(err).Str("circuit", at.circuit.Digest).Msg("jobs not fetched")
	}
	if messages != nil {
		at.used = time.Now()
		at.tenant.used = at.used
	}
	return messages
}

// Every fairEvery-th search of a worker ignores urgency and loaded circuits.
const fairEvery = 8

// order lists the sources as a worker searches them for its next job. Urgent ones come first, then
// tenants in turn, then circuits that are loaded. Every eighth time it begins with the source that
// has waited for longest. Tenants whose jobs have ended two workers come after all others.
func (w *Worker) order() []*source {
	var all []*source
	now := time.Now().UnixNano()
	for _, t := range w.tenants {
		for _, found := range t.sources.Range {
			if at := found.(*source); at.backOff.Load() < now {
				all = append(all, at)
			}
		}
	}
	w.picks++
	fair, loaded := w.picks%fairEvery == 0, w.cache.digests(nil)
	slices.SortFunc(all, func(a, b *source) int {
		before := a.tenant.last() - b.tenant.last()
		if !fair {
			before = cmp.Or(before, urgency(a)-urgency(b), a.tenant.used.Compare(b.tenant.used),
				unloaded(a, loaded)-unloaded(b, loaded))
		}
		return cmp.Or(before, a.used.Compare(b.used))
	})
	return all
}

func urgency(at *source) int { return slices.Index(jobs.Priorities, at.priority) }

// unloaded is 1 where a circuit is not among the digests.
func unloaded(at *source, digests []string) int {
	if _, found := slices.BinarySearch(digests, at.circuit.Digest); found {
		return 0
	}
	return 1
}
