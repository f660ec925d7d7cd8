package grouptest

import (
	"fmt"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
	"github.com/gnark-accel/gnark-accel/internal/tests/sample"
)

// SeveralDevices compares MSMs on two and three devices with those on none: over whole bases, over
// bases by ranges, with ranges that end within those, in batches, with scalars on a device, at
// once.
func (g *Group[P, E, A]) SeveralDevices(t *testing.T) {
	g.skipOfHost(t)
	for _, n := range []int{2, 3} {
		for name, placement := range map[string]accel.Placement{
			"auto": accel.PlaceAuto, "whole": accel.PlaceWhole,
			"replicated": accel.PlaceReplicated, "spread": accel.PlaceSpread,
		} {
			t.Run(fmt.Sprintf("%d/%s", n, name), func(t *testing.T) {
				devicetest.Devices(t, n)
				g.onDevices(t, n, placement)
			})
		}
	}
}

func (g *Group[P, E, A]) onDevices(t *testing.T, n int, placement accel.Placement) {
	e, m := g.open(t, devicetest.EveryDevice(), accel.WithPlacement(placement))
	if got := len(e.Devices()); got != n {
		t.Fatalf("%d devices, expected %d", got, n)
	}
	p, scalars := g.mixed(41, sample.NewRand(31)), g.uniform(41, sample.NewRand(32))
	bases := g.load(t, m, p.points)
	config := ecc.MultiExpConfig{}
	sum, err := m.MultiExp(p.points, scalars, config)
	g.want(t, sum, err, g.expected(p, scalars))
	var all parallel.WaitGroup
	for _, r := range [][2]int{{0, 41}, {0, 41}, {0, 1}, {13, 30}, {40, 41}, {7, 7}} {
		all.Go(func() {
			sum, err := bases.MultiExpRange(r[0], scalars[r[0]:r[1]], config)
			g.want(t, sum, err, g.expected(p.slice(r[0], r[1]), scalars[r[0]:r[1]]))
		})
	}
	all.Wait()
	vectors := [][]E{scalars[:30], nil, scalars[5:8], scalars[11:]}
	sums, err := bases.MultiExpBatch(9, vectors, config)
	devicetest.NoError(t, err)
	for i, v := range vectors {
		g.want(t, &sums[i], nil, g.expected(p.slice(9, 9+len(v)), v))
	}
	vector, err := g.LoadScalars(e, scalars)
	devicetest.NoError(t, err)
	defer vector.Close()
	sum, err = g.New(e).MultiExpVector(p.points, vector)
	g.want(t, sum, err, g.expected(p, scalars))
	sum, err = bases.MultiExpVector(0, vector)
	g.want(t, sum, err, g.expected(p, scalars))
	used := 0
	for _, s := range e.DeviceStatistics() {
		if s.DeviceMSMs > 0 {
			used++
		}
	}
	if want := map[accel.Placement]int{accel.PlaceSpread: n}[placement]; used < want {
		t.Errorf("%d devices used, expected %d", used, want)
	}
	if s := e.Statistics(); s.Failures != 0 || s.CPUFailure != 0 {
		t.Errorf("failures: %+v", s)
	}
}

// FailuresOfSeveralDevices is FailureOfEveryCall on two devices: the other one does the work of the
// device that fails.
func (g *Group[P, E, A]) FailuresOfSeveralDevices(t *testing.T) {
	devicetest.SkipRepeatedFailures(t, g.First)
	p, scalars := g.mixed(20, sample.NewRand(33)), g.uniform(20, sample.NewRand(34))
	step := 211
	if g.thorough() {
		step = 11
	}
	for _, code := range []int{devicetest.OutOfMemory, devicetest.IllegalAddress} {
		for _, placement := range []accel.Placement{accel.PlaceReplicated, accel.PlaceSpread} {
			for _, strict := range []bool{false, true} {
				name := fmt.Sprintf("code=%d/placement=%d/strict=%v", code, placement, strict)
				t.Run(name, func(t *testing.T) {
					devicetest.FailCalls(t, 2, code, step, func(t *testing.T) {
						i := devicetest.Injection{T: t, Code: code, Strict: strict}
						run := scenario[P, E, A]{i, g, 0, p, scalars}
						run.all(devicetest.EveryDevice(), accel.WithPlacement(placement))
					})
				})
			}
		}
	}
}
