package worker

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/nats-io/nats.go/jetstream"
)

// lookEvery is how often an idle worker looks for jobs that nothing announced: those of a worker
// that died, and those that were given back.
const lookEvery = 250 * time.Millisecond

// pull takes jobs, one for each free slot, until the context is cancelled.
func (w *Worker) pull(ctx context.Context) {
	// Jobs under way go on when the pulling ends.
	working := context.WithoutCancel(ctx)
	for {
		select {
		case <-ctx.Done():
			return
		case w.slot <- struct{}{}:
		}
		at, message := w.next(ctx)
		if message == nil {
			<-w.slot
			return
		}
		w.proving.Go(func() {
			defer func() { <-w.slot }()
			w.run(working, at, message)
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
			if message := fetch(at); message != nil {
				return at, message
			}
		}
		select {
		case <-ctx.Done():
			return nil, nil
		case at := <-w.wake:
			if message := fetch(at); message != nil {
				return at, message
			}
		case <-look.C:
		}
	}
}

// fetch takes a job that waits, or returns nil.
func fetch(at *source) jetstream.Msg {
	batch, err := at.consumer.FetchNoWait(1)
	if err != nil {
		return nil
	}
	for message := range batch.Messages() {
		at.used = time.Now()
		return message
	}
	return nil
}

// fairEvery is how often a worker forgets what is urgent and what is loaded.
const fairEvery = 8

// order lists the sources in the order in which a worker looks for its next job: the urgent ones
// first, then tenants in turn, then circuits that are loaded. Every eighth time it begins with the
// source that has waited for longest, so that no source waits for ever.
func (w *Worker) order() []*source {
	var all []*source
	for _, t := range w.tenants {
		all = append(all, t.list()...)
	}
	w.picks++
	if w.picks%fairEvery == 0 {
		slices.SortFunc(all, func(a, b *source) int { return a.used.Compare(b.used) })
		return all
	}
	turn := w.served(all)
	loaded := w.cache.digests()
	slices.SortFunc(all, func(a, b *source) int {
		return cmp.Or(
			urgency(a)-urgency(b),
			turn[a.tenant].Compare(turn[b.tenant]),
			preferred(loaded[a.circuit.Digest])-preferred(loaded[b.circuit.Digest]),
			a.used.Compare(b.used),
		)
	})
	return all
}

// served says when each tenant had a job taken last.
func (w *Worker) served(all []*source) map[*tenant]time.Time {
	last := map[*tenant]time.Time{}
	for _, at := range all {
		if at.used.After(last[at.tenant]) {
			last[at.tenant] = at.used
		}
	}
	return last
}

func urgency(at *source) int { return slices.Index(jobs.Priorities, at.priority) }

// preferred is 0 for a circuit that is loaded, and otherwise 1.
func preferred(loaded bool) int {
	if loaded {
		return 0
	}
	return 1
}
