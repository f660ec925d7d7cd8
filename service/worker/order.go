package worker

import (
	"cmp"
	"slices"
	"time"

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
	turn := served(all)
	loaded := w.cache.digests()
	slices.SortFunc(all, func(a, b *source) int {
		return cmp.Or(
			urgency(a)-urgency(b),
			turn[a.tenant].Compare(turn[b.tenant]),
			first(loaded[a.circuit.Digest], loaded[b.circuit.Digest]),
			a.used.Compare(b.used),
		)
	})
	return all
}

// served says when each tenant had a job taken last.
func served(all []*source) map[*tenant]time.Time {
	last := map[*tenant]time.Time{}
	for _, at := range all {
		if at.used.After(last[at.tenant]) {
			last[at.tenant] = at.used
		}
	}
	return last
}

func urgency(at *source) int { return slices.Index(jobs.Priorities, at.priority) }

// first compares two sources of which those come first where something is true.
func first(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	default:
		return 1
	}
}
