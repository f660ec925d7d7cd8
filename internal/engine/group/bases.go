package group

import (
	"errors"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// Bases are points on the devices of a set. They are whole, with a copy on each device that MSMs
// would wait for otherwise, or a range of them is on each device.
type Bases[P, E any] struct {
	group  *Group[P, E]
	set    *Set
	n      int
	parts  []Part                         // ascending; one of all points if the bases are whole
	copies []*Copies[*engine.Bases[P, E]] // of each part
}

// Load returns points as bases. See [engine.Engine.Load].
func (g *Group[P, E]) Load(points []P) (*Bases[P, E], error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	b := &Bases[P, E]{group: g, set: g.set(), n: len(points)}
	b.parts = b.set.Parts(g.one.Device, b.n, Working)
	var tasks parallel.Tasks
	for _, p := range b.parts {
		some := points[p.From:p.To]
		part := NewPart(b.set, p, func(e *engine.Engine) (*engine.Bases[P, E], error) {
			return g.one.On(e).Load(some, 0)
		})
		b.copies = append(b.copies, part)
		tasks.Go(func() error {
			_, err := part.Any()
			return err
		})
	}
	if err := tasks.Wait(); err != nil {
		return nil, errors.Join(err, b.Close())
	}
	return b, nil
}

// check returns engine.ErrNotMade for nil and for a zero value.
func (b *Bases[P, E]) check() error {
	if b == nil || b.group == nil {
		return engine.ErrNotMade
	}
	return nil
}

// Len returns the number of bases.
func (b *Bases[P, E]) Len() int {
	if b == nil {
		return 0
	}
	return b.n
}

// OnDevice says whether MSMs over the bases go to a device if large enough.
func (b *Bases[P, E]) OnDevice() (yes bool) {
	if b.check() != nil {
		return false
	}
	for _, c := range b.copies {
		c.EachCopy(func(one *engine.Bases[P, E]) { yes = yes || one.OnDevice() })
	}
	return yes
}

// maxMSMs is above any number of MSMs that memory could have room for at once.
const maxMSMs = 1 << 16

// Warm allocates the scratch memory of k MSMs at once, of n scalars each. So the first one need
// not. Statistics do not count it. It does nothing where no device is used.
func (b *Bases[P, E]) Warm(n, k int, scalars engine.Scalars) error {
	if err := b.check(); err != nil {
		return err
	}
	if err := engine.CheckRange(b.n, 0, n); err != nil {
		return err
	}
	if err := engine.CheckRange(maxMSMs, 0, k); err != nil {
		return err
	}
	var err error
	for _, c := range b.copies {
		c.EachCopy(func(one *engine.Bases[P, E]) {
			err = errors.Join(err, one.Loaded().Warm(min(n, one.Len()), k, scalars))
		})
	}
	return err
}

// MultiExp returns the MSM over all bases: it takes as many scalars.
func (b *Bases[P, E]) MultiExp(scalars []E, config ecc.MultiExpConfig) (*P, error) {
	if err := engine.CheckInput(b.Len(), len(scalars), config); err != nil {
		return nil, err
	}
	return b.MultiExpRange(0, scalars, config)
}

// MultiExpRange returns the MSM of n scalars over n bases, from an index on. The error is
// [engine.ErrRange] of a range outside the bases, and otherwise as for [Group.MultiExp].
func (b *Bases[P, E]) MultiExpRange(
	from int, scalars []E, config ecc.MultiExpConfig,
) (*P, error) {
	msms, err := b.MultiExpBatch(from, [][]E{scalars}, config)
	if err != nil {
		return nil, err
	}
	return &msms[0], nil
}

// MultiExpBatch returns for each vector of scalars the MSM that MultiExpRange returns for it.
func (b *Bases[P, E]) MultiExpBatch(
	from int, vectors [][]E, config ecc.MultiExpConfig,
) ([]P, error) {
	if err := b.check(); err != nil {
		return nil, err
	}
	longest := 0
	for _, v := range vectors {
		if err := engine.CheckRange(b.n, from, len(v)); err != nil {
			return nil, err
		}
		longest = max(longest, len(v))
	}
	m := &msm[P, E]{set: b.set, parts: b.parts, all: longest == b.n}
	return m.over(b.group.one, len(vectors), func(k int) ([]P, error) {
		return b.within(k, from, vectors, config)
	})
}

// MultiExpVector returns the MSM over the bases from an index on with a vector. Where the bases are
// not on the vector's device, the scalars go through the host. The error is that of
// [Bases.MultiExpRange], or of the vector.
func (b *Bases[P, E]) MultiExpVector(from int, v engine.ScalarVector[E]) (*P, error) {
	if err := b.check(); err != nil {
		return nil, err
	}
	if v == nil {
		return nil, engine.ErrNotMade
	}
	if err := engine.CheckRange(b.n, from, v.Len()); err != nil {
		return nil, err
	}
	if v.OnDevice() != nil && len(b.parts) == 1 {
		if one, ok := b.copies[0].On(v.Field().Engine()); ok {
			result, err := one.MultiExpResident(from, v)
			if !leftByDevice(err) {
				return result, err
			}
		}
	}
	scalars, err := v.Elements()
	if err != nil {
		return nil, err
	}
	return b.MultiExpRange(from, scalars, ecc.MultiExpConfig{})
}

// leftByDevice says whether the CPU or another device has to compute.
func leftByDevice(err error) bool {
	return errors.Is(err, engine.ErrOnCPU) || errors.Is(err, engine.ErrElsewhere)
}

// Start begins MultiExpRange and returns at once; wait waits for the MSM, and may be called
// again. The scalars must not change before that.
func (b *Bases[P, E]) Start(
	from int, scalars []E, config ecc.MultiExpConfig,
) (wait func() (*P, error)) {
	var result *P
	var msm parallel.Tasks
	msm.Go(func() (err error) {
		result, err = b.MultiExpRange(from, scalars, config)
		return err
	})
	return func() (*P, error) {
		err := msm.Wait()
		return result, err
	}
}

// Close waits for the MSMs under way and frees the devices' memory.
func (b *Bases[P, E]) Close() (err error) {
	if b.check() != nil {
		return nil
	}
	for _, c := range b.copies {
		err = errors.Join(err, c.Close())
	}
	return err
}
