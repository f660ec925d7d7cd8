package msm

import (
	"time"

	"github.com/gnark-accel/gnark-accel/accel/cuda/device"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/plan"
	"github.com/gnark-accel/gnark-accel/accel/cuda/staging"
)

// sum is one MSM on its way through a slot, or several over the same bases.
type sum struct {
	group     *plan.Group
	functions device.Functions
	plan      *plan.Plan
	slot      *slot

	bases   *Bases
	first   int // index of the first base
	scalars scalars

	upload   *staging.Transfer // nil if nothing is sent
	uploads  []phase           // of each chunk
	computes []phase
	report   Report
}

// phase is the time between two timestamps.
type phase struct {
	from, to int
	duration *time.Duration
}

// sends reports whether anything is copied to the device.
func (s *sum) sends() bool { return s.bases.onHost || s.scalars.location == plan.OnHost }

func (s *sum) do(f func(t *driver.Thread) error) error { return s.slot.device.Context.Do(f) }

// at is the address of a buffer of the layout.
func (s *sum) at(offset uint64) driver.Ptr { return s.slot.arena + driver.Ptr(offset) }

// timed queues f between two timestamps on the compute stream.
func (s *sum) timed(t *driver.Thread, duration *time.Duration, f func() error) error {
	from, to, err := s.slot.timestamps.around(t, s.slot.compute, f)
	if err == nil {
		s.computes = append(s.computes, phase{from, to, duration})
	}
	return err
}
