package keyfile

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/internal/keycache"
	"github.com/gnark-accel/gnark-accel/internal/multiexp"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// Plans returns the plans of reading a key from files of both forms. The key has vectors of points
// in both groups, and other bytes. The host's memory is all of these, and what the reading of one
// vector takes besides.
func Plans[P1, P2, E any](
	r *session.DryRun, g1 onEngine[P1, E], g2 onEngine[P2, E], inG1, inG2 []int, other uint64,
) (all []session.PlannedMaking) {
	for _, form := range []struct {
		name       string
		compressed bool
	}{{"reading, compressed", true}, {"reading, raw", false}} {
		all = append(all, r.Making(form.name, func(e *session.Engine) (uint64, error) {
			points1, most1, err1 := planDecode(e, g1, inG1, form.compressed)
			points2, most2, err2 := planDecode(e, g2, inG2, form.compressed)
			return other + points1 + points2 + max(most1, most2), errors.Join(err1, err2)
		}))
	}
	return all
}

// onEngine returns a group on an engine.
type onEngine[P, E any] = func(*session.Engine) *multiexp.Group[P, E]

// planDecode plans vectors of points. It returns their bytes, and the most that one takes besides.
func planDecode[P, E any](
	e *session.Engine, on onEngine[P, E], lengths []int, compressed bool,
) (points, most uint64, err error) {
	for _, n := range lengths {
		host, failed := on(e).PlanDecode(n, compressed)
		bytes := keycache.SizeOf[P](n)
		points, most, err = points+bytes, max(most, host-min(host, bytes)), errors.Join(err, failed)
	}
	return points, most, err
}
