package worker

import (
	"cmp"
	"slices"

	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
)

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
	loaded := w.cache.digests()
	slices.SortFunc(all, func(a, b *source) int {
		return cmp.Or(
			urgency(a)-urgency(b),
			a.tenant.used.Compare(b.tenant.used),
			loaded[b.circuit.Digest]-loaded[a.circuit.Digest],
			a.used.Compare(b.used),
		)
	})
	return all
}

func urgency(at *source) int { return slices.Index(jobs.Priorities, at.priority) }
