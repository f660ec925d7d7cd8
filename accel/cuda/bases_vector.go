//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"errors"
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// MultiExpScalars computes for each vector of scalars the sum over the bases from the index from on, as many as it has
// elements. The scalars do not leave the device, and nothing waits for them on the host. Vectors of one length that lie one
// behind the other in memory go through the device together, as far as the memory allows.
//
// It returns when the sums are there. Elements of another field than the scalars' are refused. It fails with
// [driver.ErrClosed] after a Close of the bases.
func (b *Bases) MultiExpScalars(from int, s *Scalars) ([]*Result, error) {
	b.using.RLock()
	defer b.using.RUnlock()
	if b.closed {
		return nil, driver.ErrClosed
	}
	if n := s.Len(); from < 0 || from+n > b.count {
		return nil, fmt.Errorf("%d elements from base %d on do not fit %d bases", n, from, b.count)
	}
	if err := s.fit(b.device, b.group); err != nil {
		return nil, err
	}
	var results []*Result
	for run := range s.runs {
		of, err := b.run(from, run)
		if err != nil {
			return nil, err
		}
		results = append(results, of...)
	}
	return results, nil
}

// run computes all sums in one pass, or else in two halves.
func (b *Bases) run(from int, s scalars) ([]*Result, error) {
	results, err := b.device.execute(b.msm(from, s))
	if s.many < 2 || !errors.Is(err, driver.ErrOutOfMemory) {
		return results, err
	}
	first, second := s.halves()
	some, err := b.run(from, first)
	if err != nil {
		return nil, err
	}
	others, err := b.run(from, second)
	return append(some, others...), err
}

// MultiExpVector is [Bases.MultiExpScalars] with one vector, which must not be written until it returns.
func (b *Bases) MultiExpVector(from int, v *Vector) (*Result, error) {
	return withScalars(v, func(s *Scalars) ([]*Result, error) { return b.MultiExpScalars(from, s) })
}

// MultiExpScalars is [Bases.MultiExpScalars] over points that travel to the device, as many as the longest vector has
// elements, once for each vector.
func (b *Backend) MultiExpScalars(g *Group, points []byte, s *Scalars) ([]*Result, error) {
	if n := s.Len(); len(points) != n*g.PointBytes() {
		return nil, fmt.Errorf("%d bytes of points for %d elements", len(points), n)
	}
	if err := s.fit(b.device, g); err != nil {
		return nil, err
	}
	results := make([]*Result, len(s.vectors))
	for i, v := range s.vectors {
		var err error
		one := scalars{there: v, length: v.count, many: 1, ready: s.ready}
		results[i], err = b.device.executeOne(b.streamed(g, points[:v.count*g.PointBytes()], one))
		if err != nil {
			return nil, err
		}
	}
	return results, nil
}

// MultiExpVector is [Backend.MultiExpScalars] with one vector, which must not be written until it returns.
func (b *Backend) MultiExpVector(g *Group, points []byte, v *Vector) (*Result, error) {
	return withScalars(v, func(s *Scalars) ([]*Result, error) { return b.MultiExpScalars(g, points, s) })
}

// withScalars has f compute an MSM with one vector.
func withScalars(v *Vector, f func(*Scalars) ([]*Result, error)) (*Result, error) {
	w := v.memory.owner
	if w == nil {
		return nil, errNoWorkspace
	}
	s, err := w.Scalars(v)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	results, err := f(s)
	if err != nil {
		return nil, err
	}
	return results[0], nil
}
