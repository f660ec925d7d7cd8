package engine

import (
	"context"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
)

// Computation is work with vectors of one size on a device.
type Computation struct {
	Name    string // in errors and the log: one word
	Size    int    // elements of a vector
	BytesUp uint64 // that it sends
}

// ComputedMSM is an MSM whose scalars are computed on the device and stay there.
type ComputedMSM struct {
	points *Loaded
	task   *task
	from   int // the first one of the points
	accept Accept
}

// MultiExpComputed has compute compute scalars, as [Field.Compute] does, and the MSM of them. It
// calls [ComputedMSM.Run] once. There are points for all scalars. Compute may be called twice, as
// by [Field.Compute].
//
// The computation and the MSM stand or fall together: on [ErrOnCPU] the CPU has to compute the
// scalars, and then the MSM is one as any other. It is counted then, and not here. Once the context
// is cancelled the error wraps [cuda.ErrStopped].
func (l *Loaded) MultiExpComputed(
	ctx context.Context, f *Field, c Computation, accept Accept,
	compute func(*cuda.Workspace, *ComputedMSM) error,
) error {
	m := &ComputedMSM{points: l, task: l.msms(0, 1), accept: accept}
	err := l.attempt(f.task(c.Name, c.Size).sends(c.BytesUp), func() error {
		return l.engine.admitted(ctx, func(w *cuda.Workspace) error { return compute(w, m) })
	})
	if err == nil {
		l.engine.done(m.task, m.task.report.Total)
	}
	return err
}

// MultiExpComputed returns the MSM over the first bases with scalars that compute makes. They stay
// on the device. See [Loaded.MultiExpComputed], also for [ErrOnCPU].
func (b *Bases[P, E]) MultiExpComputed(
	ctx context.Context, f *Field, c Computation,
	compute func(*cuda.Workspace, *ComputedMSM) error,
) (*P, error) {
	msms, accept := b.group.accepting(1)
	if err := b.loaded.MultiExpComputed(ctx, f, c, accept[0], compute); err != nil {
		return nil, err
	}
	return &msms[0], nil
}

// Run computes the MSM with a vector of the computation. That may change the vector afterwards.
func (m *ComputedMSM) Run(v *cuda.Vector) error {
	m.task.size = v.Len()
	scalars, err := v.Scalars()
	if err != nil {
		return err
	}
	defer scalars.Close()
	results, err := m.points.engine.backend.MultiExpScalars(m.points.bases, m.from, scalars)
	return m.points.accepted(m.task, results, err, []Accept{m.accept})
}

// MultiExpVector computes an MSM over the points from an index on. Its scalars are a vector that
// stays on the device between computations. On [ErrOnCPU] the caller downloads the scalars, and
// then the MSM is one as any other. It is counted then, and not here.
//
// The scalars are multiplied by a factor before, unless it is nil.
func (l *Loaded) MultiExpVector(f *Field, from int, v *cuda.Vector, factor []uint64,
	accept Accept) error {
	t := l.msms(v.Len(), 1).uncounted(msmsBegunAgain)
	return l.attempt(t, func() error {
		return l.engine.admitted(context.Background(), func(w *cuda.Workspace) error {
			scalars, err := w.Vector(f.descriptor, v.Len()) // MSMs take vectors of workspaces
			if err != nil {
				return err
			}
			if factor == nil {
				w.Copy(scalars, v)
			} else {
				w.Combine(scalars, [][]uint64{factor}, []*cuda.Vector{v})
			}
			return (&ComputedMSM{l, t, from, accept}).Run(scalars)
		})
	})
}
