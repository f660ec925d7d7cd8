package msm

import (
	"cmp"
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel/cuda/device"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/plan"
)

// Host bases are points in Go memory, which travel to the device with each MSM.

// MultiExp computes the sum of scalars[i]·points[i], which all travel to the device.
func (r *Runner) MultiExp(g *plan.Group, points, scalars []byte) (*Result, error) {
	if err := whole(points, g.PointBytes()); err != nil {
		return nil, err
	}
	if err := whole(scalars, g.ScalarBytes()); err != nil {
		return nil, err
	}
	n := len(scalars) / g.ScalarBytes()
	if len(points)/g.PointBytes() != n {
		return nil, fmt.Errorf("%d points and %d scalars", len(points)/g.PointBytes(), n)
	}
	s := hostScalars([][]byte{scalars}, g.ScalarBytes())
	return single(r.execute(r.overHostBases(g, points, s)))
}

// Plan plans an MSM over n host bases.
func (r *Runner) Plan(g *plan.Group, n int, where plan.Location) (*plan.Plan, error) {
	s := scalars{location: where, count: 1, length: n, size: g.ScalarBytes()}
	return r.plan(r.overHostBases(g, nil, s))
}

// Rehearse makes the room that MSMs over n host bases take when they run, k of them one after the
// other. It is for dry runs.
func (r *Runner) Rehearse(g *plan.Group, n, k int, where plan.Location) error {
	s := scalars{location: where, count: 1, length: n, size: g.ScalarBytes()}
	for range min(k, plan.Slots) { // idle slots are taken in turn
		if err := r.rehearse(r.overHostBases(g, nil, s)); err != nil {
			return err
		}
	}
	return nil
}

// MultiExpScalars is [Bases.MultiExpScalars] over host bases, as many as the longest vector has
// elements. They travel once for each vector.
func (r *Runner) MultiExpScalars(
	g *plan.Group, points []byte, s *device.Scalars,
) ([]*Result, error) {
	if n := s.Len(); len(points) != n*g.PointBytes() {
		return nil, fmt.Errorf("%d bytes of points for %d elements", len(points), n)
	}
	if err := s.Check(r.device, g.KernelPrefix()); err != nil {
		return nil, err
	}
	results := make([]*Result, len(s.Spans()))
	for i, v := range s.Spans() {
		one := deviceScalars(s, v, 1, g.ScalarBytes())
		var err error
		bases := points[:v.Count*g.PointBytes()]
		results[i], err = single(r.execute(r.overHostBases(g, bases, one)))
		if err != nil {
			return nil, err
		}
	}
	return results, nil
}

// Reserve reserves the memory for MSMs over up to n host bases. Bases that are loaded later leave
// that memory free. Reserve fails with [driver.ErrOutOfMemory] if the memory does not suffice.
func (r *Runner) Reserve(g *plan.Group, n int) error {
	return r.device.ReserveFor(g, n, r.Window)
}

// overHostBases is an MSM over host bases.
func (r *Runner) overHostBases(g *plan.Group, points []byte, s scalars) *sum {
	shape := func(n int, memory uint64) (plan.Shape, error) {
		shape, err := r.device.Scratch(g, n, r.Window, true).Within(memory)
		if driver.OutOfMemory(err) {
			err = cmp.Or(r.Reserve(g, n), err) // in terms of the limit, not of a slot's share
		}
		return shape, err
	}
	return &sum{group: g, shape: shape, scalars: s, hostBases: true, points: points}
}
