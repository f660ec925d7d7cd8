package engine

import (
	"errors"
	"time"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
)

// Measured returns how fast the device and the processors are. The first call measures.
func (e *Engine) Measured(measure func() Measured) Measured {
	e.timing.Do(func() {
		e.measured = measure()
		e.logger().Debug().Int("points", e.measured.Points).Dur("device", e.measured.Device).
			Dur("host", e.measured.Host).Msg("MSMs timed")
	})
	return e.measured
}

// Time returns the least time of an MSM over points that are sent along. A first one does not
// count, and statistics count none. Without a device it is 0, and so it is where the device fails.
func (e *Engine) Time(g *cuda.Group, points, scalars []byte) time.Duration {
	took, err := onDevice(e, func() (time.Duration, error) {
		bases := e.backend.HostBases(g, len(scalars)/g.ScalarBytes(), points)
		msm := func() error {
			_, err := e.backend.MultiExp(bases, 0, [][]byte{scalars})
			return err
		}
		if err := msm(); err != nil {
			return 0, errors.Join(err, e.backend.Free(bases))
		}
		took, err := minTime(msm)
		return took, errors.Join(err, e.backend.Free(bases))
	})
	if err != nil {
		return 0
	}
	return took
}

// CountProof counts a proof by the way in which it is made.
func (e *Engine) CountProof(way Way) {
	e.count(func(s *Statistics) {
		switch way {
		case OnDevice:
			s.DeviceProofs++
		case ByGnark:
			s.GnarkProofs++
		case OnCPU:
			s.CPUProofs++
		}
	})
}

// ByTimes is that of [Config].
func (e *Engine) ByTimes() bool { return e.config.ByTimes }
