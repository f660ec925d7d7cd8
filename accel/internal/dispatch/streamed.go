package dispatch

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// streamed stands for bases that are larger than the memory that the device has for them: their points stay on the host,
// in the caller's slice, and go to the device with each MSM, in as many chunks as it takes.
//
// Nobody but the [Bases] refers to it, so that the points live no longer than these.
type streamed struct {
	backend Backend
	group   *cuda.Group
	points  []byte
}

// tooLarge says whether bases were not loaded for want of memory alone.
func tooLarge(err error) bool {
	return errors.Is(err, driver.ErrOutOfMemory) && !errors.Is(err, driver.ErrDeviceLost)
}

// stream returns the points as bases that are sent along, if the device can compute with them at all, and logs why.
func (d *Dispatcher) stream(t task, points []byte, why error) (Resident, error) {
	if err := d.backend.Stream(t.group, t.points); err != nil {
		return nil, err
	}
	d.logStreamed(t, why)
	return &streamed{d.backend, t.group, points}, nil
}

// MultiExp sends the points that it needs with the scalars. The range must be one of the bases.
func (s *streamed) MultiExp(from int, scalars []byte) (*cuda.Result, error) {
	size := s.group.PointBytes()
	n := len(scalars) / s.group.ScalarBytes()
	return s.backend.MultiExp(s.group, s.points[from*size:(from+n)*size], scalars)
}

// Close lets go of the points.
func (s *streamed) Close() error {
	s.points = nil
	return nil
}
