package worker

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/nats-io/nats.go/jetstream"
)

// lookEvery is how often an idle worker looks for jobs that nothing announced. Their worker died,
// or gave them back.
const lookEvery = 250 * time.Millisecond

// fetchWait is how long the server waits for a job at a blocking fetch. It answers other fetches by
// its count of the jobs that wait. That can be too small since a server or a worker died, and is
// set right by a blocking fetch.
const fetchWait = 5 * time.Millisecond

// atATime is how many jobs a worker takes at a time, at most. An answer of the server takes about
// as long as a short proof while it stores other jobs.
const atATime = 8

// pull takes jobs, as many as there are slots for, until the context is cancelled.
func (w *Worker) pull(ctx context.Context) {
	for {
		tokens := w.slots.takeSome(ctx, atATime)
		if tokens == nil {
			return
		}
		at, messages := w.next(ctx, tokens)
		for i, token := range tokens {
			if i >= len(messages) {
				token.end()
				continue
			}
			token.busy = 1
			w.working.Go(func() {
				defer token.end()
				w.run(at.tenant.working, at, messages[i], token)
			})
		}
		if messages == nil {
			return
		}
	}
}

// next waits for jobs of one source, at most one for each token. It returns nil when the context is
// cancelled.
func (w *Worker) next(ctx context.Context, tokens []*token) (*source, []jetstream.Msg) {
	n := len(tokens)
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	for {
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
		case <-ctx.Done():
			return nil, nil
		case at := <-w.wake:
			if at.tenant.last > 0 {
				continue
			}
			if messages := w.fetch(at, n, false); messages != nil {
				return at, messages
			}
		case <-look.C:
			tokens[0].yield()
		}
	}
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

// fetch takes up to n jobs that wait, or returns nil: so it does while a job runs alone. Where the
// server does not answer, the next look asks again.
func (w *Worker) fetch(at *source, n int, blocking bool) (messages []jetstream.Msg) {
	if !w.slots.busy.TryAcquire(int64(n)) {
		return nil
	}
	defer func() { w.slots.busy.Release(int64(n - len(messages))) }()
	ask := at.consumer.FetchNoWait
	if blocking {
		ask = func(n int) (jetstream.MessageBatch, error) {
			return at.consumer.Fetch(n, jetstream.FetchMaxWait(fetchWait))
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

// Every fairEvery-th search of a worker ignores urgency and loaded circuits.
const fairEvery = 8

// order lists the sources as a worker searches them for its next job. Urgent ones come first, then
// tenants in turn, then circuits that are loaded. Every eighth time it begins with the source that
// has waited for longest, so that no source waits for ever. Tenants whose jobs have ended two
// workers come after all others.
func (w *Worker) order() []*source {
	var all []*source
	for _, t := range w.tenants {
		t.last = 0
		if t.lastTill.Load() > time.Now().Unix() {
			t.last = 1
		}
		all = append(all, t.list()...)
	}
	w.picks++
	if w.picks%fairEvery == 0 {
		slices.SortFunc(all, func(a, b *source) int {
			return cmp.Or(a.tenant.last-b.tenant.last, a.used.Compare(b.used))
		})
		return all
	}
	loaded := w.cache.digests()
	slices.SortFunc(all, func(a, b *source) int {
		return cmp.Or(
			a.tenant.last-b.tenant.last,
			urgency(a)-urgency(b),
			a.tenant.used.Compare(b.tenant.used),
			loaded[b.circuit.Digest]-loaded[a.circuit.Digest],
			a.used.Compare(b.used),
		)
	})
	return all
}

func urgency(at *source) int { return slices.Index(jobs.Priorities, at.priority) }
