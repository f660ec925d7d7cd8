package protocol

import (
	"errors"
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/accel/memory"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/system"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	device "github.com/gnark-accel/gnark-accel/internal/plonk"
)

// Setup returns the commitments to a circuit's polynomials. The key has its points and sizes. It
// stays attached to the engine, or else takes no memory of the device afterwards.
func (s *Scheme[P, E]) Setup(
	pk any, sys *system.System[E], engine *accel.Engine, attached bool, made *engine.Made,
) (vk *VerifyingKey[P, E], err error) {
	lease, err := s.Acquire(pk, engine, made)
	if err != nil {
		return nil, err
	}
	defer func() {
		err = errors.Join(err, lease.Release())
		if err != nil || !attached {
			err = errors.Join(err, s.Release(pk))
		}
	}()
	trace, err := lease.Value.traceOf(sys, s.Key(pk))
	if err != nil {
		return nil, err
	}
	return lease.Value.commitTo(trace)
}

// commitTo returns a verifying key with the commitments to a circuit's polynomials.
func (a *attachment[P, E]) commitTo(t *trace[P, E]) (*VerifyingKey[P, E], error) {
	var vectors [][]E
	for _, v := range t.columns.All() {
		vectors = append(vectors, *v)
	}
	var sums []P
	err := a.Use(func(r *replica[P, E]) (err error) {
		sums, err = r.sums(suffix{device.Lagrange, 0}, vectors)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("commitments of the keys: %w", err)
	}
	return &VerifyingKey[P, E]{
		S: [3]P(sums), Ql: sums[3], Qr: sums[4], Qm: sums[5], Qo: sums[6], Qk: sums[7],
		Qcp: sums[8:],
	}, nil
}

// PlanSetup is a dry run of [Scheme.Setup] for a circuit of these sizes.
func (s *Scheme[P, E]) PlanSetup(z system.Sizes, r *engine.DryRun) memory.Making {
	return r.Making("setup", func(e *engine.Engine) error {
		g1 := s.OnG1(e)
		return device.PlanSetup(g1.Field(), g1, z)
	})
}
