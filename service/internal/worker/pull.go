package worker

import (
	"cmp"
	"context"
	"slices"
	"sync/atomic"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/semaphore"
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
	// Jobs under way go on when the pulling ends.
	working := context.WithoutCancel(ctx)
	for {
		tokens := w.slots.takeSome(ctx, atATime)
		if tokens == nil {
			return
		}
		at, messages := w.next(ctx, len(tokens))
		for i, token := range tokens {
			if i >= len(messages) {
				token.end()
				continue
			}
			token.busy = 1
			w.working.Go(func() {
				defer token.end()
				w.run(working, at, messages[i], token)
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

// shortProof bounds the duration of a short proof. While proofs are short, a worker takes more jobs
// than it has slots. A job that is taken early waits about as long at most, while another worker
// may be idle.
const shortProof = time.Second

// slots bounds the jobs of a worker. Each has a slot while it is proved. While proofs are short, as
// many others are taken and loaded meanwhile, so that no slot waits for the network. Other proofs
// take much memory, and two slots.
type slots struct {
	n       int64
	proving *semaphore.Weighted // jobs that are proved, or wait for a loaded circuit
	taken   chan struct{}       // a token for each job
	busy    *semaphore.Weighted // jobs from their fetch on; one that runs alone has all of it
	short   atomic.Bool         // the last proof was short
}

func newSlots(n int) *slots {
	return &slots{
		n: int64(n), proving: semaphore.NewWeighted(int64(n)), taken: make(chan struct{}, 2*n),
		busy: semaphore.NewWeighted(int64(2 * n)),
	}
}

// token stands for one job of a worker, and for the slots that it has.
type token struct {
	slots    *slots
	held     int64 // slots
	busy     int64 // since its job was fetched
	finished bool
}

// take waits until the worker may take a job. It returns nil when the context is cancelled.
func (s *slots) take(ctx context.Context) *token {
	select {
	case <-ctx.Done():
		return nil
	case s.taken <- struct{}{}:
	}
	t := &token{slots: s}
	if !s.short.Load() && t.acquire(ctx) != nil {
		t.end()
		return nil
	}
	return t
}

// takeSome is take for n jobs at most: one, and others that need not wait.
func (s *slots) takeSome(ctx context.Context, n int) []*token {
	t := s.take(ctx)
	if t == nil {
		return nil
	}
	all := []*token{t}
	for len(all) < n && s.short.Load() {
		select {
		case s.taken <- struct{}{}:
			all = append(all, &token{slots: s})
		default:
			return all
		}
	}
	return all
}

// alone waits until the worker has no other job. It takes no other one until this one has ended.
func (t *token) alone(ctx context.Context) error {
	t.releaseSlots()
	t.slots.busy.Release(t.busy)
	t.busy = 0
	if t.slots.busy.Acquire(ctx, 2*t.slots.n) != nil {
		return context.Cause(ctx)
	}
	t.busy = 2 * t.slots.n
	return nil
}

// acquire waits for the job's slots, unless it has them or runs alone. It returns the context's
// cause.
func (t *token) acquire(ctx context.Context) error {
	if t.held > 0 || t.busy > 1 {
		return nil
	}
	wanted := min(2, t.slots.n)
	if t.slots.short.Load() {
		wanted = 1
	}
	if t.slots.proving.Acquire(ctx, wanted) != nil {
		return context.Cause(ctx)
	}
	t.held = wanted
	return nil
}

// proved releases the slots after a proof, and notes whether it was short.
func (t *token) proved(took time.Duration) {
	t.slots.short.Store(took < shortProof)
	t.releaseSlots()
}

func (t *token) releaseSlots() {
	t.slots.proving.Release(t.held)
	t.held = 0
}

// end ends the job. It may be called again.
func (t *token) end() {
	if t.finished {
		return
	}
	t.finished = true
	t.releaseSlots()
	t.slots.busy.Release(t.busy)
	<-t.slots.taken
}
