package group

import (
	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/internal/engine"
)

// MultiExp is [engine.Group.MultiExp], by several devices if they do better.
func (g *Group[P, E]) MultiExp(points []P, scalars []E, config ecc.MultiExpConfig) (*P, error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	set := g.set()
	if one := set.sole(len(points)); one != nil {
		return g.one.On(one.Engine()).MultiExp(points, scalars, config)
	}
	if err := engine.CheckInput(len(points), len(scalars), config); err != nil {
		return nil, err
	}
	m := &msm[P, E]{set: set, parts: set.Parts(g.one.Device, len(points), Idle), all: true}
	msms, err := m.over(g.one, 1, func(k int) (msms []P, err error) {
		p := m.parts[k]
		err = set.tryPart(p, func(e *engine.Engine) error {
			result, err := g.one.On(e).MultiExp(points[p.From:p.To], scalars[p.From:p.To], config)
			if err == nil {
				msms = []P{*result}
			}
			return err
		})
		return msms, err
	})
	if err != nil {
		return nil, err
	}
	return &msms[0], nil
}

// MultiExpVector returns the MSM over points on the host with a vector of that length. Where the
// vector's device does not compute it, the scalars go through the host.
func (g *Group[P, E]) MultiExpVector(points []P, v engine.ScalarVector[E]) (*P, error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	if v == nil {
		return nil, engine.ErrNotMade
	}
	if err := engine.CheckInput(len(points), v.Len(), ecc.MultiExpConfig{}); err != nil {
		return nil, err
	}
	if v.OnDevice() != nil && g.set().deviceOf(v.Field().Engine()) != nil {
		result, err := g.one.On(v.Field().Engine()).MultiExpResident(points, v)
		if !leftByDevice(err) {
			return result, err
		}
	}
	scalars, err := v.Elements()
	if err != nil {
		return nil, err
	}
	return g.MultiExp(points, scalars, ecc.MultiExpConfig{})
}

// msm is MSMs that are cut into parts by ranges of their points.
type msm[P, E any] struct {
	set   *Set
	parts []Part
	all   bool // some vector has a scalar for each point of all parts
}

// over returns k MSMs over all parts. part returns those over one part, or none if they are zero.
// The devices compute at the same time.
func (m *msm[P, E]) over(
	g *engine.Group[P, E], k int, part func(int) ([]P, error),
) ([]P, error) {
	if len(m.parts) == 1 {
		return part(0)
	}
	some := make([][]P, len(m.parts))
	err := m.set.Together(m.parts, m.all, func(i int) (err error) {
		some[i], err = part(i)
		return err
	})
	if err != nil {
		return nil, err
	}
	msms := make([]P, k)
	for _, of := range some {
		for i := range of {
			g.Host.Add(&msms[i], &msms[i], &of[i])
		}
	}
	return msms, nil
}

// within returns the MSMs over the k-th part's bases, with the scalars that meet them. There are
// none if no scalar meets any.
func (b *Bases[P, E]) within(
	k, from int, vectors [][]E, config ecc.MultiExpConfig,
) (msms []P, err error) {
	p := b.parts[k]
	begin := max(from, p.From)
	met := make([][]E, 0, len(vectors))
	at := make([]int, 0, len(vectors)) // their places among the vectors
	for i, v := range vectors {
		if end := min(from+len(v), p.To); begin < end || len(b.parts) == 1 {
			met, at = append(met, v[begin-from:end-from]), append(at, i)
		}
	}
	if len(met) == 0 {
		return nil, nil
	}
	var some []P
	err = b.copies[k].Use(func(one *engine.Bases[P, E]) (err error) {
		some, err = one.MultiExpBatch(begin-p.From, met, config)
		return err
	})
	if err != nil {
		return nil, err
	}
	msms = make([]P, len(vectors))
	for i, place := range at {
		msms[place] = some[i]
	}
	return msms, nil
}
