package protocol

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/internal/devices"
	"github.com/gnark-accel/gnark-accel/internal/field"
	device "github.com/gnark-accel/gnark-accel/internal/groth16"
	"github.com/gnark-accel/gnark-accel/internal/multiexp"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// replica is a key on one device, or the device's share of it, with the circuit that the key was
// last used with there.
type replica[P1, P2, E comparable, S algebra.Scalar[E]] struct {
	*Curve[P1, P2, E]
	engine *session.Engine
	share  *share
	// others compute sums that the device of a team fails at. They are nil for a whole key, whose
	// proof begins anew then.
	others *devices.Set
	// using is read-locked by every use of the vectors, so that Close waits for them.
	using sync.RWMutex
	bases *device.Bases[P1, P2, E]

	selecting   sync.Mutex // guards the fields below
	selected    *selections[E]
	constraints *constraints[E]
	prepared    system.Circuit
}

// newReplica loads a key's vectors onto a device.
func newReplica[P1, P2, E comparable, S algebra.Scalar[E]](
	c *Curve[P1, P2, E], e *session.Engine, key *device.Key[P1, P2],
) (*replica[P1, P2, E, S], error) {
	bases, err := device.Load(c.on(e), key)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("loading the proving key: %w", err), bases.Close())
	}
	return &replica[P1, P2, E, S]{
		Curve: c, engine: e, share: wholeShare(key), bases: bases,
	}, nil
}

// newShare loads a device's share of a key that is spread over the devices of a set.
func newShare[P1, P2, E comparable, S algebra.Scalar[E]](
	c *Curve[P1, P2, E], e *session.Engine, key *device.Key[P1, P2], s *share, set *devices.Set,
) (*replica[P1, P2, E, S], error) {
	r, err := newReplica[P1, P2, E, S](c, e, keyOf(key, s))
	if err != nil {
		return nil, err
	}
	r.share, r.others = s, set
	return r, nil
}

// field is the scalar field on the device.
func (r *replica[P1, P2, E, S]) field() *session.Field { return r.Field.OnEngine(r.engine) }

func (r *replica[P1, P2, E, S]) multiExpG1(bases []P1, scalars []E) (P1, error) {
	r.using.RLock()
	defer r.using.RUnlock()
	v := r.g1Vector("", bases[:min(len(bases), len(scalars))])
	return v.MultiExp(scalars, ecc.MultiExpConfig{})
}

func (r *replica[P1, P2, E, S]) multiExpG2(bases []P2, scalars []E) (P2, error) {
	r.using.RLock()
	defer r.using.RUnlock()
	v := r.g2Vector("", bases[:min(len(bases), len(scalars))])
	return v.MultiExp(scalars, ecc.MultiExpConfig{})
}

// basesG1 returns the vectors of the key in G1, or the device's parts of them.
func (r *replica[P1, P2, E, S]) basesG1() []*multiexp.Bases[P1, E] {
	r.using.RLock()
	defer r.using.RUnlock()
	return r.bases.G1
}

// basesG2 does the same in G2.
func (r *replica[P1, P2, E, S]) basesG2() []*multiexp.Bases[P2, E] {
	r.using.RLock()
	defer r.using.RUnlock()
	return r.bases.G2
}

// g1Vector returns points of the key for sums. The caller holds using.
func (r *replica[P1, P2, E, S]) g1Vector(name string, points []P1) device.Vector[P1, E] {
	v := device.Find(name, points, r.bases.G1, r.G1.OnEngine(r.engine))
	if r.others != nil {
		v.Elsewhere = elsewhere(r.others, r.G1)
	}
	return v
}

// g2Vector does the same in G2.
func (r *replica[P1, P2, E, S]) g2Vector(name string, points []P2) device.Vector[P2, E] {
	v := device.Find(name, points, r.bases.G2, r.G2.OnEngine(r.engine))
	if r.others != nil {
		v.Elsewhere = elsewhere(r.others, r.G2)
	}
	return v
}

// elsewhere computes sums on another device of a set, or on the CPU.
func elsewhere[P, E any](
	set *devices.Set, g *algebra.Group[P, E],
) func(points []P, scalars []E) (*P, error) {
	return func(points []P, scalars []E) (sum *P, err error) {
		err = set.Try(len(points), func(e *session.Engine) (err error) {
			sum, err = g.OnEngine(e).MultiExp(points, scalars, ecc.MultiExpConfig{})
			return err
		})
		return sum, err
	}
}

// OnDevice says whether sums over at least one of the key's vectors run on the device.
func (r *replica[P1, P2, E, S]) OnDevice() bool {
	r.using.RLock()
	defer r.using.RUnlock()
	return r.bases.OnDevice()
}

// prepare does ahead what the first proofs of a system do otherwise on the device.
func (r *replica[P1, P2, E, S]) prepare(pk *Key[P1, P2, E], s *system.System[E]) error {
	wires, err := r.selectionsOf(pk, s.GetNbPublicVariables(), s.Hidden())
	if err != nil {
		return err
	}
	domain := &pk.Domain.Domain
	if !r.share.first {
		domain = new(field.Domain[E])
	}
	if err := wires.Prepare(domain); err != nil {
		return err
	}
	if r.share.first {
		if err := r.prepareConstraints(s, pk.Domain.Len()); err != nil {
			return err
		}
	}
	r.selecting.Lock()
	defer r.selecting.Unlock()
	r.prepared = system.CircuitOf(s.System, pk.Domain.Len())
	return nil
}

// isPrepared says whether a system was prepared, and no other one since.
func (r *replica[P1, P2, E, S]) isPrepared(pk *Key[P1, P2, E], s *system.System[E]) bool {
	r.selecting.Lock()
	defer r.selecting.Unlock()
	return r.prepared == system.CircuitOf(s.System, pk.Domain.Len())
}

// selectionsOf returns the selections of a circuit, by the number of its public wires and by the
// hidden ones. See [system.Hidden].
func (r *replica[P1, P2, E, S]) selectionsOf(
	pk *Key[P1, P2, E], public int, hidden []int,
) (*selections[E], error) {
	r.selecting.Lock()
	defer r.selecting.Unlock()
	if s := r.selected; s != nil && s.public == public && slices.Equal(s.hidden, hidden) {
		return s, nil
	}
	old := r.selected
	r.selected = newSelections(r.field(), pk, r.share, public, hidden)
	return r.selected, old.close()
}

// constraintsOf returns the constraints of a circuit, over a domain of n elements.
func (r *replica[P1, P2, E, S]) constraintsOf(s *system.System[E], n int) (*constraints[E], error) {
	r.selecting.Lock()
	defer r.selecting.Unlock()
	circuit := system.CircuitOf(s.System, n)
	if c := r.constraints; c != nil && c.circuit == circuit {
		return c, nil
	}
	made, err := newConstraints(r.field(), s, circuit, n)
	if err != nil {
		return nil, err
	}
	old := r.constraints
	r.constraints = made
	return made, old.close()
}

// constraintsThere returns the constraints of a circuit if they are on the device; else nil.
func (r *replica[P1, P2, E, S]) constraintsThere(s *system.System[E], n int) *constraints[E] {
	r.selecting.Lock()
	defer r.selecting.Unlock()
	c := r.constraints
	if c == nil || c.circuit != system.CircuitOf(s.System, n) || !c.Ready() {
		return nil
	}
	return c
}

// prepareConstraints sends the constraints of a circuit to the device, if there is one.
func (r *replica[P1, P2, E, S]) prepareConstraints(s *system.System[E], n int) error {
	if !r.OnDevice() {
		return nil
	}
	c, err := r.constraintsOf(s, n)
	if err != nil {
		return err
	}
	return c.Prepare()
}

// Close waits for the sums under way and frees what was loaded. The replica still works, on bases
// that are sent along with each call.
func (r *replica[P1, P2, E, S]) Close() error {
	r.selecting.Lock()
	circuit := errors.Join(r.selected.close(), r.constraints.close())
	r.selecting.Unlock()
	r.using.Lock()
	defer r.using.Unlock()
	return errors.Join(circuit, r.bases.Close())
}
