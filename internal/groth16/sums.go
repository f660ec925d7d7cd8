package groth16

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// Sums are the MSMs of one proof. They are its wires, or the quotient's coefficients, times the
// vectors of a key. They have to be closed.
type Sums[P1, P2, E any] struct {
	G1 []Sum[P1]
	B2 Sum[P2]

	all   *running[E]
	leave func()
}

// Numbers of the MSMs in G1. From the last on they are MSMs of the commitments' knowledge.
const (
	OverZ = iota
	OverK
	OverA
	OverB
	Knowledge
)

// Input is all that the MSMs of a proof need.
type Input[E any] struct {
	Context  context.Context    // ends the MSMs
	Wires    []E                // that the selections select from
	Ahead    *engine.Sending[E] // may have sent them
	Quotient *Quotient[E]
	// OfB2 is the number of B's selection in G2.
	OfB2 int
	// Elsewhere: another device computes the quotient, of which this one meets the coefficients
	// from an index on.
	Elsewhere bool
	From      int
}

// Begin sends the wires to the device, and begins the MSMs of a proof. Without room for the wires
// it does not send them. The MSMs are over a key, or over a device's share of it.
func Begin[P1, P2, E any](
	key *Vectors[P1, P2, E], wires *Wires[E], in *Input[E],
) (*Sums[P1, P2, E], error) {
	proof, err := wires.Proof(in.Wires)
	if err != nil {
		return nil, err
	}
	proof.ctx, proof.ahead = in.Context, in.Ahead
	proof.session.Until(in.Context)
	if len(in.Wires) > 0 {
		err = engine.Optional(proof.Send())
	}
	if err != nil {
		return nil, errors.Join(err, proof.Close())
	}
	key.using.RLock()
	all := run(proof)
	s := &Sums[P1, P2, E]{
		B2: msmOfWires(all, &key.B2, in.OfB2), all: all, leave: sync.OnceFunc(key.using.RUnlock),
	}
	s.G1 = []Sum[P1]{
		OverK: msmOfWires(all, &key.K, WiresOfK), OverA: msmOfWires(all, &key.A, WiresOfA),
		OverB: msmOfWires(all, &key.B, WiresOfB),
	}
	for i := range key.Commitments {
		s.G1 = append(s.G1, msmOfWires(all, &key.Commitments[i][1], WiresOfCommitments+i))
	}
	if in.Elsewhere {
		all.free()
		s.G1[OverZ] = msmWith(all, &key.Z, in.Quotient.Beyond, in.From)
	} else {
		s.G1[OverZ] = msmOfQuotient(all, &key.Z, in.Quotient)
	}
	return s, nil
}

// Wait waits for all MSMs, and returns the first error.
func (s *Sums[P1, P2, E]) Wait() error { return s.all.tasks.Wait() }

// Close waits for all MSMs, and frees the wires' memory on the device.
func (s *Sums[P1, P2, E]) Close() error {
	_ = s.Wait() // the MSMs have the error
	s.leave()
	return s.all.proof.Close()
}

// running computes MSMs at the same time.
//
// An MSM on the device leaves the processors free and begins at once. The quotient's MSM comes
// last: while its values are on their way and are transformed, the other MSMs keep the device
// busy. A quotient that is left to the CPU occupies all processors. MSMs that are left to the CPU
// too wait for it, and share the processors then: each has tasks for all of them, lest the last one
// leave some idle.
type running[E any] struct {
	proof      *Proof[E]
	tasks      parallel.Tasks
	processors chan struct{} // closed when the quotient leaves them to other MSMs
	free       func()
}

// run returns the MSMs of a proof, which was sent if there was room. MSMs on the CPU wait until the
// quotient's, which may be another device's, frees the processors.
func run[E any](proof *Proof[E]) *running[E] {
	s := &running[E]{proof: proof, processors: make(chan struct{})}
	s.free = sync.OnceFunc(func() { close(s.processors) })
	return s
}

// Sum waits for an MSM that is under way. It may be called again.
type Sum[P any] func() (P, error)

// begin begins an MSM, whose error gets a name.
func begin[P, E any](s *running[E], name string, compute func() (P, error)) Sum[P] {
	var sum P
	var err error
	done := make(chan struct{})
	s.tasks.Go(func() error {
		defer close(done)
		if sum, err = compute(); err != nil {
			err = fmt.Errorf("MSM over %s: %w", name, err)
		}
		return err
	})
	return func() (P, error) {
		<-done
		return sum, err
	}
}

// msmOfWires begins the MSM over a vector with the wires of a selection. The selection is given by
// its number. The wires are on the device. If not, or if the MSM fails there, it is one with values
// from the host.
func msmOfWires[P, E any](s *running[E], v *Vector[P, E], selection int) Sum[P] {
	onDevice := beginOnDevice(s.proof, v, selection)
	return begin(s, v.Name, func() (P, error) {
		sum, err := onDevice()
		if !errors.Is(err, engine.ErrOnCPU) {
			return sum, err
		}
		values, err := s.proof.Values(selection)
		if err != nil {
			return sum, err
		}
		return withValues(s, v, values)
	})
}

// msmWith begins the MSM over a part of Z with coefficients from an index on. It is zero where the
// quotient fails: the quotient's own MSM has the error.
func msmWith[P, E any](
	s *running[E], v *Vector[P, E], c *Coefficients[E], from int,
) Sum[P] {
	return begin(s, v.Name, func() (sum P, err error) {
		<-c.known
		if !c.set || len(v.Points) == 0 {
			return sum, nil
		}
		return withValues(s, v, c.values[from-c.from:][:len(v.Points)])
	})
}

func withValues[P, E any](s *running[E], v *Vector[P, E], values []E) (sum P, err error) {
	if len(v.Points) == 0 {
		return sum, nil
	}
	if !v.OnDevice() {
		<-s.processors
	}
	if err := cuda.Stopped(s.proof.ctx); err != nil {
		return sum, err
	}
	return v.MultiExp(values)
}

// Quotient is how the quotient of a proof is computed.
type Quotient[E any] struct {
	Domain *curve.Domain[E]
	// Constraints, unless nil, have the device compute a, b and c from the wires.
	Constraints *Constraints[E]
	// Values returns a, b and c where the device does not compute them, or has it that they do not
	// satisfy the constraints.
	Values func() (*Values[E], error)
	// OnCPU computes the quotient in the form of [ComputeQuotient] where the device fails. It may
	// consume a, b and c, which nothing refers to any more.
	OnCPU func(a, b, c []E) []E
	// Beyond, unless nil, takes the coefficients that the points of Z do not meet.
	Beyond *Coefficients[E]
}

// msmOfQuotient begins the MSM over a key's vector Z with the coefficients of the quotient. If the
// device computes both, the coefficients stay there.
func msmOfQuotient[P, E any](
	s *running[E], z *Vector[P, E], q *Quotient[E],
) Sum[P] {
	return begin(s, z.Name, func() (sum P, err error) {
		defer s.free()
		defer q.Beyond.End()
		if q.Constraints != nil && z.OnDevice() {
			s.free()
			sum, err := msmOfWiresQuotient(s.proof, z, q)
			if !errors.Is(err, engine.ErrOnCPU) && !errors.Is(err, ErrUnsatisfied) {
				return sum, err
			}
		}
		if err := cuda.Stopped(s.proof.ctx); err != nil {
			return sum, err
		}
		values, err := q.Values()
		if err != nil {
			return sum, err
		}
		return msmOfValuesQuotient(s, z, q, values)
	})
}

// msmOfValuesQuotient is the MSM with the quotient of values.
func msmOfValuesQuotient[P, E any](
	s *running[E], z *Vector[P, E], q *Quotient[E], values *Values[E],
) (sum P, err error) {
	var h []E
	f := s.proof.wires.field
	if z.OnDevice() {
		s.free()
		sum, err = quotientMSM(s.proof.ctx, f, z, values, q.Beyond)
		if err == nil {
			return sum, nil
		}
	} else {
		h, err = ComputeQuotient(f, values)
	}
	if stopped := cuda.Stopped(s.proof.ctx); stopped != nil {
		return sum, stopped
	}
	if errors.Is(err, engine.ErrOnCPU) {
		a, b, c := values.A, values.B, values.C
		values.A, values.B, values.C = nil, nil, nil
		h, err = q.OnCPU(a, b, c), nil
	}
	if err != nil {
		return sum, err
	}
	q.Beyond.take(h)
	s.free()
	if err := cuda.Stopped(s.proof.ctx); err != nil {
		return sum, err
	}
	return z.MultiExp(h[:z.met(len(h))])
}
