package engine

import (
	"time"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/internal/poly"
	"github.com/gnark-accel/gnark-accel/internal/raw"
)

// Measure times an MSM over some points, on the device and by all processors. An engine does so
// once: its first points tell of all groups.
func (g *Group[P, E]) Measure(points []P) Measured {
	return g.engine.Measured(func() Measured {
		if len(points) == 0 {
			return Nominal
		}
		return g.measure(points)
	})
}

func (g *Group[P, E]) measure(points []P) Measured {
	some, scalars := make([]P, timedPoints), make([]E, timedPoints)
	const odd = 0x9e3779b97f4a7c15
	poly.Powers(g.Host.Scalars, scalars, g.Host.Scalars.Number(odd)) // of full size after a few
	for i := range some {
		some[i] = points[i%len(points)]
	}
	limbs := float64(g.Device.CoordinateLimbs)
	m := Measured{MSM: MSM{Points: timedPoints, Cost: limbs * limbs}}
	e := g.engine
	if m.Host = g.timeOnHost(some, scalars); e.Unavailable() != nil {
		return m
	}
	m.Device = e.Time(g.Device, raw.Bytes(some), raw.Bytes(scalars))
	if m.Device == 0 { // the proofs have the failure
		m.Device = Nominal.Device
	}
	return m
}

func (g *Group[P, E]) timeOnHost(points []P, scalars []E) time.Duration {
	took, _ := minTime(func() error { // it has no errors
		var sum P
		_, err := g.Host.MultiExp(&sum, points, scalars, ecc.MultiExpConfig{})
		return err
	})
	return took
}
