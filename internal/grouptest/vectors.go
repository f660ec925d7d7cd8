package grouptest

import (
	"testing"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/internal/sample"
)

// Vectors of points: checks and transforms.

// Subgroup checks points of the group, infinity among them, then with one that is on no curve.
func (g *Group[P, E, A, S]) Subgroup(t *testing.T) {
	e, m := g.open(t)
	_, cpu := g.openCPU(t)
	points := g.mixed(20, sample.NewRand(31)).points
	wrong := append([]P{}, points...)
	wrong[7] = g.multiple(5)
	driver.Bytes(wrong[7:8])[0] ^= 1
	for _, on := range []MSM[P, E]{m, cpu} {
		for _, input := range []struct {
			points []P
			right  bool
		}{{points, true}, {wrong, false}, {wrong[:7], true}, {nil, true}} {
			all, err := on.IsInSubGroupBatch(input.points)
			if err != nil || all != input.right {
				t.Errorf("%d points: %v, %v", len(input.points), all, err)
			}
		}
	}
	if s := e.Statistics(); s.DeviceComputations == 0 || s.Failures != 0 {
		t.Errorf("statistics: %+v", s)
	}
}

// Lagrange transforms points on the device and on the CPU. The sum of the results is the first
// point.
func (g *Group[P, E, A, S]) Lagrange(t *testing.T) {
	_, m := g.open(t)
	_, cpu := g.openCPU(t)
	for _, n := range []int{1, 2, 4, 8} {
		points := g.mixed(n, sample.NewRand(uint64(n))).points
		want, err := cpu.ToLagrange(points)
		if err != nil {
			t.Fatal(err)
		}
		got, err := m.ToLagrange(points)
		if err != nil || !g.same(got, want) {
			t.Errorf("%d points: %v, or others than the CPU's", n, err)
		}
		var sum P
		for i := range got {
			A(&sum).Add(&sum, &got[i])
		}
		if !A(&sum).Equal(&points[0]) {
			t.Errorf("%d points: a wrong sum", n)
		}
	}
	if _, err := m.ToLagrange(make([]P, 3)); err == nil {
		t.Error("three points: no error")
	}
}
