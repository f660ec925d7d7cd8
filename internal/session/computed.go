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
	if err := l.takesUnchecked(); err != nil {
		return err
	}
	msm := newMSMs(l.group, 0, 1)
	msm.hostBases = l.onHost
	var report *cuda.Report
	sum := func(v *cuda.Vector) (err error) {
		msm.size = v.Len()
		report, err = l.sum(from, v, accept)
		return err
	}
	t := newComputation(what, f.descriptor, n)
	err := l.attempt(t, func() (*cuda.Report, error) {
		with := func(w *cuda.Workspace) error { return compute(w, sum) }
		return &cuda.Report{BytesUp: bytesUp}, l.engine.admitted(ctx, with)
	})
	if err == nil {
		l.engine.done(msm, report, report.Total)
	}
	return err
}

// sum computes an MSM with a vector of a workspace.
func (l *Loaded) sum(from int, v *cuda.Vector, accept Accept) (*cuda.Report, error) {
	scalars, err := v.Scalars()
	if err != nil {
		return nil, err
	}
	defer scalars.Close()
	results, err := l.sums.MultiExpScalars(from, scalars)
	return l.accepted(results, err, []Accept{accept})
}

// MultiExpVector computes an MSM over the points from an index on, with a vector of scalars that
// stays on the device between computations. On [ErrOnCPU] the caller downloads the scalars, and
// then the MSM is one as any other. It is counted then, and not here.
//
// The scalars are multiplied by a factor before, unless it is nil.
func (l *Loaded) MultiExpVector(f *Field, from int, v *cuda.Vector, factor []uint64,
	accept Accept) error {
	if err := l.takesUnchecked(); err != nil {
		return err
	}
	t := newMSMs(l.group, v.Len(), 1).uncounted(sumsBegunAgain)
	t.hostBases = l.onHost
	return l.attempt(t, func() (report *cuda.Report, err error) {
		err = l.engine.admitted(context.Background(), func(w *cuda.Workspace) error {
			report, err = l.sumOfCopy(w, f, from, v, factor, accept)
			return err
		})
		return report, err
	})
}

// sumOfCopy computes an MSM with a copy of the scalars, or a multiple: sums take vectors of
// workspaces.
func (l *Loaded) sumOfCopy(w *cuda.Workspace, f *Field, from int, v *cuda.Vector, factor []uint64,
	accept Accept) (*cuda.Report, error) {
	scalars, err := w.Vector(f.descriptor, v.Len())
	if err != nil {
		return nil, err
	}
	if factor == nil {
		w.Copy(scalars, v)
	} else {
		w.Combine(scalars, [][]uint64{factor}, []*cuda.Vector{v})
	}
	return l.sum(from, scalars, accept)
}
