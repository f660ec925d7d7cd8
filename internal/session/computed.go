package session

import (
	"context"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
)

// MultiExpComputed computes an MSM whose scalars are computed on the device and stay there.
// It calls compute as [Field.Compute] does; compute calls sum once, with the vector of scalars,
// for the points from an index on. There are points for all of them. When sum returns, the vector
// may be changed again.
//
// The computation and the MSM stand or fall together: on [ErrOnCPU] the CPU has to compute the
// scalars, and then the MSM is one as any other. It is counted then, and not here. Once the context
// is cancelled the error wraps [cuda.ErrStopped].
func (l *Loaded) MultiExpComputed(ctx context.Context, what string, f *Field, n int,
	bytesUp uint64, from int,
	compute func(w *cuda.Workspace, sum func(*cuda.Vector) error) error, accept Accept) error {
	msm := l.msms(0, 1)
	t := f.task(what, n).sends(bytesUp)
	err := l.attempt(t, func() error {
		return l.engine.admitted(ctx, func(w *cuda.Workspace) error {
			return compute(w, func(v *cuda.Vector) error { return l.sum(msm, from, v, accept) })
		})
	})
	if err == nil {
		l.engine.done(msm, msm.report.Total)
	}
	return err
}

// sum computes an MSM with a vector of a workspace.
func (l *Loaded) sum(t *task, from int, v *cuda.Vector, accept Accept) error {
	t.size = v.Len()
	scalars, err := v.Scalars()
	if err != nil {
		return err
	}
	defer scalars.Close()
	results, err := l.sums.MultiExpScalars(from, scalars)
	return l.accepted(t, results, err, []Accept{accept})
}

// MultiExpVector computes an MSM over the points from an index on, with a vector of scalars that
// stays on the device between computations. On [ErrOnCPU] the caller downloads the scalars, and
// then the MSM is one as any other. It is counted then, and not here.
//
// The scalars are multiplied by a factor before, unless it is nil.
func (l *Loaded) MultiExpVector(f *Field, from int, v *cuda.Vector, factor []uint64,
	accept Accept) error {
	t := l.msms(v.Len(), 1).uncounted(sumsBegunAgain)
	return l.attempt(t, func() error {
		return l.engine.admitted(context.Background(), func(w *cuda.Workspace) error {
			scalars, err := w.Vector(f.descriptor, v.Len()) // sums take vectors of workspaces
			if err != nil {
				return err
			}
			if factor == nil {
				w.Copy(scalars, v)
			} else {
				w.Combine(scalars, [][]uint64{factor}, []*cuda.Vector{v})
			}
			return l.sum(t, from, scalars, accept)
		})
	})
}
