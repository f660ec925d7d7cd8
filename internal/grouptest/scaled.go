package grouptest

import (
	"errors"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/internal/devicetest"
	"github.com/gnark-accel/gnark-accel/internal/sample"
)

// ScaledPoints multiplies points of all kinds by scalars of all kinds, on the device and on the
// CPU.
func (g *Group[P, E, A, S]) ScaledPoints(t *testing.T) {
	e, m := g.open(t)
	_, cpu := g.openCPU(t)
	for i, distribution := range sample.Hostile[E, S]() {
		n := 12
		p := g.mixed(n, sample.NewRand(uint64(i)))
		scalars := distribution.Scalars(n, sample.NewRand(uint64(100+i)))
		want := g.scaled(p, scalars)
		for _, on := range []MSM[P, E]{m, cpu} {
			got, err := on.ScalePoints(p.points, scalars)
			if err != nil || !g.same(got, want) {
				t.Errorf("%s: %v, or other points", distribution.Name, err)
			}
		}
	}
	if s := e.Statistics(); s.Failures != 0 || s.DeviceComputations == 0 {
		t.Errorf("statistics: %+v", s)
	}
	for _, on := range []MSM[P, E]{m, cpu} {
		if got, err := on.ScalePoints(nil, nil); err != nil || len(got) != 0 {
			t.Errorf("nothing: %d points, %v", len(got), err)
		}
		if _, err := on.ScalePoints(make([]P, 2), make([]E, 3)); err == nil {
			t.Error("two points and three scalars: no error")
		}
		small, err := on.WithBitSize(8)
		if err != nil {
			t.Fatal(err)
		}
		_, err = small.ScalePoints(make([]P, 5), g.uniform(5, sample.NewRand(2)))
		if !errors.Is(err, accel.ErrBitSize) {
			t.Errorf("scalars of more than 8 bits: %v", err)
		}
	}
}

// scaled returns the multiples by way of the logarithms.
func (g *Group[P, E, A, S]) scaled(p points[P, E], scalars []E) []P {
	all := make([]P, len(scalars))
	for i := range all {
		var log E
		all[i] = g.fromLog(*S(&log).Mul(&p.logs[i], &scalars[i]))
	}
	return all
}

// VectorsInLittleMemory: a device without room for all points scales and transforms them in pieces.
func (g *Group[P, E, A, S]) VectorsInLittleMemory(t *testing.T) {
	devicetest.SkipRepeated(t, g.First)
	const n = 512
	p := g.distinct(n)
	scalars := g.uniform(n, sample.NewRand(5))
	scaled := g.scaled(p, scalars)
	_, cpu := g.openCPU(t)
	transformed, err := cpu.ToLagrange(p.points)
	if err != nil {
		t.Fatal(err)
	}
	limit := uint64(5 * n / 4 * len(driver.Bytes(p.points[:1])))
	e, m := g.open(t, accel.WithMemoryLimit(limit))
	got, err := m.ScalePoints(p.points, scalars)
	if err != nil || !g.same(got, scaled) {
		t.Errorf("with %d bytes: %v, or other multiples", limit, err)
	}
	got, err = m.ToLagrange(p.points)
	if err != nil || !g.same(got, transformed) {
		t.Errorf("with %d bytes: %v, or another transform", limit, err)
	}
	if s := e.Statistics(); s.DeviceComputations != 2 || s.Failures != 0 {
		t.Errorf("with %d bytes: %+v", limit, s)
	}
}
