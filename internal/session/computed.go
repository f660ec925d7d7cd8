package session

import (
	"github.com/gnark-accel/gnark-accel/accel/cuda"
)

// MultiExpComputed computes an MSM whose scalars are computed on the device and stay there.
// It calls compute as [Field.Compute] does; compute calls sum once, with the vector of scalars,
// for the bases from an index on. When sum returns, the vector may be changed again.
//
// The computation and the MSM stand or fall together: on [ErrOnCPU] the CPU has to compute the
// scalars, and then the MSM is one as any other. It is counted then, and not here.
func (b *Bases) MultiExpComputed(what string, f *Field, n int, bytesUp uint64, from int,
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
		return &cuda.Report{BytesUp: bytesUp}, b.engine.admitted(func(w *cuda.Workspace) error {
			return compute(w, sum)
		})
	})
	if err == nil {
		b.engine.done(msm, report, report.Total)
	}
	return err
}
