package worker

import (
	"cmp"
	"slices"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
)

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
