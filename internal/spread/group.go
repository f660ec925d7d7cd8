package spread

import (
	"errors"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/devices"
	"github.com/gnark-accel/gnark-accel/internal/multiexp"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// Group is a group of points P, with scalars E, on the devices of a set: it computes MSMs.
type Group[P, E any] struct {
	set        func() *devices.Set
	whole      *cuda.Group // without a bound for the scalars
	descriptor *cuda.Group
	host       *multiexp.Host[P, E]
}

// NewGroup returns a group that asks for the set when it first computes.
func NewGroup[P, E any](
	set func() *devices.Set, descriptor *cuda.Group, host *multiexp.Host[P, E],
) *Group[P, E] {
	return &Group[P, E]{set, descriptor, descriptor, host}
}

// With returns the group with another descriptor, such as one for small scalars only.
func (g *Group[P, E]) With(descriptor *cuda.Group) *Group[P, E] {
	if g == nil {
		return new(Group[P, E])
	}
	return &Group[P, E]{g.set, g.whole, descriptor, g.host}
}

// made returns session.ErrNotMade for nil and for a zero value.
func (g *Group[P, E]) made() error {
	if g == nil || g.set == nil {
		return session.ErrNotMade
	}
	return nil
}

// On returns the group on one device's engine.
func (g *Group[P, E]) On(e *session.Engine) *multiexp.Group[P, E] {
	engine := func() *session.Engine { return e }
	return multiexp.NewGroup(engine, g.whole, g.host).With(g.descriptor)
}

// Products measures how many products in the field of a point's coordinates the first device
// computes in a second. It fails without a device.
func (g *Group[P, E]) Products() (perSecond float64, err error) {
	if err := g.made(); err != nil {
		return 0, err
	}
	return g.On(g.set().Home()).Products()
}

// MultiExp returns Σ scalars[i]·points[i]. See [multiexp.Group.MultiExp].
func (g *Group[P, E]) MultiExp(points []P, scalars []E, config ecc.MultiExpConfig) (*P, error) {
	if err := g.made(); err != nil {
		return nil, err
	}
	if err := multiexp.CheckInput(len(points), len(scalars), config); err != nil {
		return nil, err
	}
	set := g.set()
	if parts := set.SpreadNow(g.descriptor, len(points)); parts != nil {
		sums := make([]P, len(parts))
		err := set.Each(parts, func(k int, e *session.Engine) error {
			from, to := parts[k].From, parts[k].To
			sum, err := g.On(e).MultiExp(points[from:to], scalars[from:to], config)
			if err == nil {
				sums[k] = *sum
			}
			return err
		})
		return g.added(sums, err)
	}
	var sum *P
	err := set.Try(len(points), func(e *session.Engine) (err error) {
		sum, err = g.On(e).MultiExp(points, scalars, config)
		return err
	})
	return sum, err
}

// added returns the sum of the sums of parts, unless there was an error.
func (g *Group[P, E]) added(sums []P, err error) (*P, error) {
	if err != nil {
		return nil, err
	}
	sum := &sums[0]
	for k := range sums[1:] {
		g.host.Add(sum, sum, &sums[1+k])
	}
	return sum, nil
}

// MultiExpVector returns the sum over points on the host with a vector of scalars of that length.
func (g *Group[P, E]) MultiExpVector(points []P, v multiexp.Vector[E]) (*P, error) {
	if err := g.made(); err != nil {
		return nil, err
	}
	if err := multiexp.CheckInput(len(points), v.Len(), ecc.MultiExpConfig{}); err != nil {
		return nil, err
	}
	if v.OnDevice() != nil {
		sum, err := g.On(v.Field().Engine()).MultiExpVector(points, v)
		if !errors.Is(err, session.ErrElsewhere) {
			return sum, err
		}
	}
	scalars, err := v.Elements()
	if err != nil {
		return nil, err
	}
	return g.MultiExp(points, scalars, ecc.MultiExpConfig{})
}
