package keyfile

import (
	"github.com/gnark-accel/gnark-accel/internal/keycache"
	"github.com/gnark-accel/gnark-accel/internal/multiexp"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// Plans returns the plans of reading a key from files of both forms. parts is a dry run of it, on
// the engine.
func Plans[P1, P2, E any](
	r *session.DryRun, parts func(e *session.Engine, p *Plan[P1, P2, E]),
) (all []session.PlannedMaking) {
	for _, form := range []struct {
		name       string
		compressed bool
	}{{"reading, compressed", true}, {"reading, raw", false}} {
		all = append(all, r.Making(form.name, func(e *session.Engine) (uint64, error) {
			p := &Plan[P1, P2, E]{compressed: form.compressed}
			parts(e, p)
			return p.most, p.failure
		}))
	}
	return all
}

// Plan is a dry run of a [Reader]. The parts of a key come in the order of its file. Memory that is
// not needed any more is left to the collector, and does not count.
type Plan[P1, P2, E any] struct {
	// G1 and G2 are on the engine of the dry run.
	G1 *multiexp.Group[P1, E]
	G2 *multiexp.Group[P2, E]

	compressed  bool
	there, most uint64 // the host's memory for the parts so far, and the most at once, in bytes
	failure     error  // the first one
}

// InG1 plans a vector of n points in G1.
func (p *Plan[P1, P2, E]) InG1(n int) {
	host, err := p.G1.PlanDecode(n, p.compressed)
	p.points(host, keycache.SizeOf[P1](n), err)
}

// InG2 plans a vector of n points in G2.
func (p *Plan[P1, P2, E]) InG2(n int) {
	host, err := p.G2.PlanDecode(n, p.compressed)
	p.points(host, keycache.SizeOf[P2](n), err)
}

func (p *Plan[P1, P2, E]) points(host, bytes uint64, err error) {
	p.Other(host, bytes)
	if p.failure == nil {
		p.failure = err
	}
}

// Other plans a part that takes some bytes of the host while it is read, and keeps others.
func (p *Plan[P1, P2, E]) Other(host, kept uint64) {
	p.most, p.there = max(p.most, p.there+host), p.there+kept
}
