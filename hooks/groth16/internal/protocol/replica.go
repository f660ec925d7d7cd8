package protocol

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/internal/field"
	device "github.com/gnark-accel/gnark-accel/internal/groth16"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// replica is a key on one device, with the circuit that the key was last used with there. The key
// may be a part of another one, see [team].
type replica[P1, P2, E comparable, S algebra.Scalar[E]] struct {
	*Curve[P1, P2, E]
	engine *session.Engine
	// part chooses the wires for a part of a key; nil for a whole key.
	part func(selections) (selections, error)
	// using is read-locked by every use of the vectors, so that Close waits for them.
	using sync.RWMutex
	bases *device.Vectors[P1, P2, E]

	selecting   sync.Mutex // guards the fields below
	wires       *wires[E]
	constraints *constraints[E]
}

// newReplica loads a key's vectors onto a device.
func newReplica[P1, P2, E comparable, S algebra.Scalar[E]](
	c *Curve[P1, P2, E], e *session.Engine, key *device.Key[P1, P2],
	part func(selections) (selections, error),
) (*replica[P1, P2, E, S], error) {
	bases, err := device.Load(c.on(e), key)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("loading the proving key: %w", err), bases.Close())
	}
	return &replica[P1, P2, E, S]{Curve: c, engine: e, part: part, bases: bases}, nil
}

func (r *replica[P1, P2, E, S]) lead() *replica[P1, P2, E, S] { return r }

// field is the scalar field on the device.
func (r *replica[P1, P2, E, S]) field() *session.Field { return r.Field.OnEngine(r.engine) }

// OnDevice says whether sums over at least one of the key's vectors run on the device.
func (r *replica[P1, P2, E, S]) OnDevice() bool {
	r.using.RLock()
	defer r.using.RUnlock()
	return r.bases.OnDevice()
}

func (r *replica[P1, P2, E, S]) prepare(pk *Key[P1, P2, E], s *system.System[E]) error {
	if err := r.prepareWires(pk, s, &pk.Domain.Domain); err != nil {
		return err
	}
	if !r.OnDevice() {
		return nil
	}
	c, err := r.constraintsOf(s, pk.Domain.Len())
	if err != nil {
		return err
	}
	return c.Prepare()
}

// prepareWires has the device ready for the wires, and for a quotient over a domain.
func (r *replica[P1, P2, E, S]) prepareWires(
	pk *Key[P1, P2, E], s *system.System[E], domain *field.Domain[E],
) error {
	w, err := r.wiresOf(pk, s)
	if err != nil {
		return err
	}
	return w.Prepare(domain)
}

func (r *replica[P1, P2, E, S]) follower(
	ctx context.Context, _ *Key[P1, P2, E], _ *system.System[E],
) (*session.Follower[E], error) {
	return session.NewFollower[E](ctx, []*session.Field{r.field()}, nil), nil
}

func (r *replica[P1, P2, E, S]) begin(in *input[P1, P2, E]) (*sums[P1, P2], error) {
	return r.beginWith(in, func(all *device.Sums[E]) device.Sum[P1] {
		return device.SumOfQuotient[P1, E, S](all, &r.bases.Z, in.quotient)
	})
}

// beginWith is begin with a function that begins the sum over Z.
func (r *replica[P1, P2, E, S]) beginWith(
	in *input[P1, P2, E], overZ func(*device.Sums[E]) device.Sum[P1],
) (*sums[P1, P2], error) {
	w, err := r.wiresOf(in.key, in.system)
	if err != nil {
		return nil, err
	}
	proof, err := w.Proof(in.wires[w.from:w.to])
	if err != nil {
		return nil, err
	}
	proof.Until(in.ctx).After(in.ahead.On(r.field()))
	if w.from < w.to {
		err = session.Optional(proof.Send())
	}
	if err != nil {
		leave(proof)
		return nil, err
	}
	r.using.RLock()
	key, all := r.bases, device.NewSums(proof)
	s := &sums[P1, P2]{wait: all.Wait, close: func() {
		_ = all.Wait() // the sums have the error
		r.using.RUnlock()
		leave(proof)
	}}
	s.b2 = device.SumOfWires(all, &key.B2, w.ofB2)
	s.k = device.SumOfWires(all, &key.K, wiresOfK)
	s.a = device.SumOfWires(all, &key.A, wiresOfA)
	s.b = device.SumOfWires(all, &key.B, wiresOfB)
	s.z = overZ(all)
	for i, values := range in.committed {
		s.knowledge = append(s.knowledge, device.SumOfValues(all, &key.Commitments[i][1], values))
	}
	return s, nil
}

func (r *replica[P1, P2, E, S]) commit(commitment int, values []E) (P1, error) {
	return r.overBasis(commitment, values)
}

// overBasis returns the sum over the basis of a commitment, or its part of a share.
func (r *replica[P1, P2, E, S]) overBasis(commitment int, values []E) (P1, error) {
	r.using.RLock()
	defer r.using.RUnlock()
	return r.bases.Commitments[commitment][0].MultiExp(values, ecc.MultiExpConfig{})
}

// Close waits for the sums under way and frees what was loaded. The replica still works, on bases
// that are sent along with each call.
func (r *replica[P1, P2, E, S]) Close() error {
	r.selecting.Lock()
	circuit := errors.Join(r.wires.close(), r.constraints.close())
	r.selecting.Unlock()
	r.using.Lock()
	defer r.using.Unlock()
	return errors.Join(circuit, r.bases.Close())
}

// leave frees the wires' memory on the device.
func leave(wires io.Closer) {
	if err := wires.Close(); err != nil {
		log := logger.Logger()
		log.Warn().Err(err).Msg("freeing a proof's device memory")
	}
}
