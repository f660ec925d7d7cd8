package groth16

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/raw"
)

// Proof is the wires of one proof on a device, for several MSMs. One goroutine may use it.
type Proof[E any] struct {
	ctx      context.Context
	wires    *Wires[E]
	values   []E
	ahead    *engine.Sending[E] // of the values; nil, or closed with the proof
	session  *engine.Session
	all      *cuda.Vector // the values; nil unless they were sent
	selected []*cuda.Vector
	indices  *cuda.Evictable // if they stay
	close    sync.Once
}

// Proof returns a proof with the values of all wires. It takes nothing of the device before Send,
// and has to be closed.
func (g *Wires[E]) Proof(values []E) (*Proof[E], error) {
	if len(values) != g.n {
		return nil, fmt.Errorf("%d values of %d wires", len(values), g.n)
	}
	return &Proof[E]{
		ctx: context.Background(), wires: g, values: values, session: g.field.Session(g.n),
	}, nil
}

// Send sends the values of all wires to the device, once, and selects them there. It does not send
// them again if they were sent ahead. It returns when the values have been read. On engine.ErrOnCPU
// the device has no room for them.
func (p *Proof[E]) Send() error {
	s, all, err := p.ahead.Sent(p.wires.field, p.values)
	if engine.Optional(err) != nil {
		return err
	}
	bytes, missing := p.wires.field.Bytes(p.wires.n), p.wires.n
	if err == nil {
		p.session, p.all, bytes, missing = s, all, 0, 0
	}
	return p.session.Compute("wires", bytes, func(w *cuda.Workspace) error {
		indices, stays, err := p.wires.indicesOn(w)
		p.indices = stays
		if err != nil {
			return err
		}
		vectors, err := p.wires.vectorsOn(w, missing)
		if err != nil {
			return err
		}
		selections, err := p.wires.selections()
		if err != nil {
			return err
		}
		if p.all == nil {
			p.all = vectors[0]
			w.Upload(p.all, raw.Bytes(p.values))
		}
		for i, s := range selections {
			selected := vectors[1+i]
			switch {
			case s.Indices == nil:
				selected = p.all.Slice(s.First, s.end(p.all.Len()))
			case len(s.Indices) > 0:
				w.Gather(selected, p.all, indices[i])
			}
			p.selected = append(p.selected, selected)
		}
		return nil
	})
}

// beginOnDevice begins the MSM over a vector with the wires of a selection. The selection is given
// by its number. On engine.ErrOnCPU the MSM is one with values from the host.
func beginOnDevice[P, E any](p *Proof[E], v *Vector[P, E], selection int) Sum[P] {
	if v.Bases == nil {
		return func() (sum P, err error) { return sum, engine.ErrOnCPU }
	}
	var of []*cuda.Vector // none if the wires were not sent
	if n := len(p.selected); n > 0 {
		if selection < 0 || selection >= n {
			err := fmt.Errorf("selection %d of %d", selection, n)
			return func() (sum P, _ error) { return sum, err }
		}
		of = p.selected[selection : selection+1]
	}
	wait := v.Bases.StartIn(p.session, 0, of...)
	return func() (sum P, err error) {
		sums, err := wait()
		if err != nil {
			return sum, err
		}
		return sums[0], nil
	}
}

// Values returns the values of a selection's wires, on the host.
func (p *Proof[E]) Values(selection int) ([]E, error) {
	selections, err := p.wires.selections()
	if err != nil {
		return nil, err
	}
	return Select(selections[selection], p.values), nil
}

// Close waits for the MSMs under way, and clears the proof's vectors on the device. It releases
// their memory. A second Close does nothing.
func (p *Proof[E]) Close() (err error) {
	p.close.Do(func() {
		err = errors.Join(p.session.Close(), p.ahead.Close(), p.wires.indices.Done(p.indices))
	})
	return err
}
