package session

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
func (d *Engine) stream(t task, g *cuda.Group, points []byte, why error) (Resident, error) {
	if err := d.backend.Stream(g, t.size); err != nil {
		return nil, err
	}
	d.logStreamed(t, why)
	return &streamed{d.backend, g, points}, nil
}

// Expect does nothing: points that are sent leave little time to gain.
func (s *streamed) Expect(int, int, cuda.Location) error { return nil }

// MultiExpBatch sends the points that it needs with each vector of scalars. The ranges must be of the bases.
func (s *streamed) MultiExpBatch(from int, vectors [][]byte) ([]*cuda.Result, error) {
	size := s.group.PointBytes()
	results := make([]*cuda.Result, len(vectors))
	for i, scalars := range vectors {
		n := len(scalars) / s.group.ScalarBytes()
		var err error
		if results[i], err = s.backend.MultiExp(s.group, s.points[from*size:(from+n)*size], scalars); err != nil {
			return nil, err
		}
		if i > 0 {
			results[0].Report.BytesUp += results[i].Report.BytesUp
		}
	}
	return results, nil
}

// MultiExpVector sends the points that it needs. The range must be of the bases.
func (s *streamed) MultiExpVector(from int, v *cuda.Vector) (*cuda.Result, error) {
	size := s.group.PointBytes()
	return s.backend.MultiExpVector(s.group, s.points[from*size:(from+v.Len())*size], v)
}

// MultiExpScalars sends the points that it needs with each vector of scalars. The range must be of the bases.
func (s *streamed) MultiExpScalars(from int, scalars *cuda.Scalars) ([]*cuda.Result, error) {
	size := s.group.PointBytes()
	results, err := s.backend.MultiExpScalars(s.group, s.points[from*size:(from+scalars.Len())*size], scalars)
	if err != nil {
		return nil, err
	}
	for _, r := range results[min(1, len(results)):] {
		results[0].Report.BytesUp += r.Report.BytesUp
	}
	return results, nil
}

// Close lets go of the points.
func (s *streamed) Close() error {
	s.points = nil
	return nil
}
