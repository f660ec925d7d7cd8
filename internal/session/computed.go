package session

import (
	"github.com/gnark-accel/gnark-accel/accel/cuda"
)

// MultiExpComputed computes an MSM whose scalars are computed on the device too, and stay there: f computes them with a
// workspace that serves until f returns, and calls sum with the vector of them, for the bases from the given index on.
// When sum returns they have been used.
//
// What f computes is something about vectors of n elements, as for [Engine.Compute], and the two stand or fall together:
// if done is false and err is nil, the CPU has to compute the scalars, and then the MSM is one as any other. It is counted
// then, and not here.
func (b *Bases) MultiExpComputed(what string, field *cuda.Field, n int, bytesUp uint64, from int,
	f func(w *cuda.Workspace, sum func(*cuda.Vector) error) error, accept Accept) (done bool, err error) {
	b.using.RLock()
	defer b.using.RUnlock()
	if b.closed.Load() {
		return false, ErrClosed
	}
	if err := b.takesUnchecked(); err != nil {
		return false, err
	}
	computation := newComputation(what, field, n)
	if b.resident == nil {
		return false, b.engine.skip(computation, b.absent)
	}
	d := b.engine
	d.running.RLock()
	defer d.running.RUnlock()
	msm := newTask("MSM", b.group, 0)
	var report cuda.Report
	sum := func(v *cuda.Vector) error {
		msm.size = v.Len()
		if err := CheckRange(b.points, from, msm.size); err != nil {
			return err
		}
		result, err := b.resident.MultiExpVector(from, v)
		if err != nil {
			return err
		}
		report = result.Report
		return accept(result)
	}
	done, err = d.compute(computation, bytesUp, func(w *cuda.Workspace) error { return f(w, sum) })
	if !done {
		return false, err
	}
	d.done(msm, &report)
	if b.streams {
		d.counters.streamedMSMs.Add(1)
	}
	return true, nil
}
