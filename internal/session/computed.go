package session

import (
	"context"
	"errors"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
)

// MultiExpComputed computes an MSM whose scalars are computed on the device and stay there.
// It calls compute as [Field.Compute] does; compute calls sum once, with the vector of scalars,
// for the bases from an index on. When sum returns, the vector may be changed again.
//
// The computation and the MSM stand or fall together: on [ErrOnCPU] the CPU has to compute the
// scalars, and then the MSM is one as any other. It is counted then, and not here. Once the context
// is cancelled the error wraps [cuda.ErrStopped].
func (b *Bases) MultiExpComputed(ctx context.Context, what string, f *Field, n int, bytesUp uint64,
	from int,
	compute func(w *cuda.Workspace, sum func(*cuda.Vector) error) error, accept Accept) error {
	if err := b.begin(); err != nil {
		return err
	}
	defer b.end()
	if err := b.takesUnchecked(); err != nil {
		return err
	}
	msm := newMSMs(b.group, 0, 1)
	msm.hostBases = b.onHost
	var report *cuda.Report
	sum := func(v *cuda.Vector) error {
		msm.size = v.Len()
		if err := CheckRange(b.points, from, msm.size); err != nil {
			return err
		}
		var err error
		report, err = acceptAll(func() ([]*cuda.Result, error) {
			result, err := b.resident.MultiExpVector(from, v)
			return []*cuda.Result{result}, err
		}, []Accept{accept})
		return err
	}
	t := newComputation(what, f.descriptor, n)
	err := b.attempt(t, func() (*cuda.Report, error) {
		with := func(w *cuda.Workspace) error { return compute(w, sum) }
		return &cuda.Report{BytesUp: bytesUp}, b.engine.admitted(ctx, with)
	})
	if err == nil {
		b.engine.done(msm, report, report.Total)
	}
	return err
}

// MultiExpResident computes an MSM over the bases from an index on, with a vector of scalars that
// stays on the device between computations. On [ErrOnCPU] the caller downloads the scalars, and
// then the MSM is one as any other. It is counted then, and not here.
//
// The scalars are multiplied by a factor before, unless it is nil.
func (b *Bases) MultiExpResident(f *Field, from int, v *cuda.Vector, factor []uint64,
	accept Accept) error {
	if err := b.begin(); err != nil {
		return err
	}
	defer b.end()
	if err := errors.Join(b.takesUnchecked(), CheckRange(b.points, from, v.Len())); err != nil {
		return err
	}
	t := newMSMs(b.group, v.Len(), 1).ahead(sumsBegunAgain)
	t.hostBases = b.onHost
	return b.attempt(t, func() (*cuda.Report, error) {
		return b.engine.sumResident(f.descriptor, v, factor, accept,
			func(scalars *cuda.Vector) (*cuda.Result, error) {
				return b.resident.MultiExpVector(from, scalars)
			})
	})
}

// MultiExpResident does the same over points on the host.
func (e *Engine) MultiExpResident(f *Field, g *cuda.Group, points []byte, v *cuda.Vector,
	factor []uint64, accept Accept) error {
	if err := e.life.Begin(); err != nil {
		return err
	}
	defer e.life.End()
	t := newMSMs(g, v.Len(), 1).ahead(sumsBegunAgain)
	return e.attempt(t, func() (*cuda.Report, error) {
		return e.sumResident(f.descriptor, v, factor, accept,
			func(scalars *cuda.Vector) (*cuda.Result, error) {
				return e.backend.MultiExpVector(g, points, scalars)
			})
	})
}

// sumResident computes an MSM with a copy of the scalars, or a multiple: sums take vectors of
// workspaces.
func (e *Engine) sumResident(f *cuda.Field, v *cuda.Vector, factor []uint64, accept Accept,
	sum func(*cuda.Vector) (*cuda.Result, error)) (report *cuda.Report, err error) {
	err = e.admitted(context.Background(), func(w *cuda.Workspace) error {
		scalars, err := w.Vector(f, v.Len())
		if err != nil {
			return err
		}
		if factor == nil {
			w.Copy(scalars, v)
		} else {
			w.Combine(scalars, [][]uint64{factor}, []*cuda.Vector{v})
		}
		report, err = acceptAll(func() ([]*cuda.Result, error) {
			result, err := sum(scalars)
			return []*cuda.Result{result}, err
		}, []Accept{accept})
		return err
	})
	return report, err
}
