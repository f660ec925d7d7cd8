package protocol

import (
	"context"
	"fmt"

	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	device "github.com/gnark-accel/gnark-accel/internal/groth16"
)

// selections say which wires meet the vectors of a key.
type selections struct {
	all      func() ([]device.Selection, error)
	from, to int // the range of the wires that they select from
	ofB2     int // the number of B's selection in G2
}

// selectionsOf returns the selections of a key's circuit.
func selectionsOf[P1, P2, E any](pk *Key[P1, P2, E], s *system.System[E]) selections {
	public, hidden := s.GetNbPublicVariables(), s.Hidden()
	committed := s.Commitments.GetPrivateCommitted()
	infinityA, infinityB, pointsA, pointsB := pk.InfinityA, pk.InfinityB, len(pk.A), len(pk.B)
	n := len(infinityA)
	return selections{to: n, ofB2: device.WiresOfB, all: func() ([]device.Selection, error) {
		a, b := device.Finite(infinityA), device.Finite(infinityB)
		if a.Len(n) != pointsA || b.Len(n) != pointsB {
			return nil, fmt.Errorf(
				"%w: %d and %d wires with a finite point, and %d and %d points in A and B",
				ErrKeyMismatch, a.Len(n), b.Len(n), pointsA, pointsB)
		}
		all := []device.Selection{
			device.WiresOfA: a, device.WiresOfB: b,
			device.WiresOfK: device.Private(n, public, hidden),
		}
		for _, wires := range committed {
			all = append(all, device.Committed(wires))
		}
		return all, nil
	}}
}

// wires are the selections of a circuit on the device. It is the circuit that a key was last used
// with.
type wires[E any] struct {
	*device.Wires[E]
	selections
	circuit system.Circuit
}

// wiresOf returns the selections of a system's circuit on the device.
func (r *replica[P1, P2, E]) wiresOf(
	pk *Key[P1, P2, E], s *system.System[E],
) (w *wires[E], err error) {
	r.selecting.Lock()
	defer r.selecting.Unlock()
	circuit := system.CircuitOf(s.System, 0)
	if w := r.wires; w != nil && w.circuit == circuit {
		return w, nil
	}
	old, selected := r.wires, selectionsOf(pk, s)
	if r.share != nil {
		if selected, err = r.share.selections(selected); err != nil {
			return nil, err
		}
	}
	f, n := r.field(), selected.to-selected.from
	r.wires = &wires[E]{
		Wires:      device.NewWires[E](f, n, selected.all),
		selections: selected, circuit: circuit,
	}
	return r.wires, old.close()
}

// follower returns a follower that sends the wires to the site while our solver runs.
func (at site[P1, P2, E]) follower(
	ctx context.Context, pk *Key[P1, P2, E], s *system.System[E],
) (*engine.Follower[E], error) {
	var fields []*engine.Field
	var windows []engine.Window
	for _, r := range at.Members {
		w, err := r.wiresOf(pk, s)
		if err != nil {
			return nil, err
		}
		fields = append(fields, r.field())
		windows = append(windows, engine.Window{From: w.from, To: w.to})
	}
	return engine.NewFollower[E](ctx, fields, windows), nil
}

func (w *wires[E]) close() error {
	if w == nil {
		return nil
	}
	return w.Close()
}
