package protocol

import (
	"fmt"
	"sync/atomic"
	"weak"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	device "github.com/gnark-accel/gnark-accel/internal/groth16"
)

// constraints are on the device: the constraints of the circuit that a key was last used with. Of
// the circuit they keep the coefficients alone alive.
type constraints[E any] struct {
	*device.Constraints[E]
	circuit system.Circuit
	first   atomic.Pointer[device.Rows] // until they are sent for the first time
}

// constraintsOf returns a system's constraints on the device, over a domain of n elements.
func (r *replica[P1, P2, E]) constraintsOf(s *system.System[E], n int) (*constraints[E], error) {
	r.reading.Lock()
	defer r.reading.Unlock()
	if c := r.knownConstraints(s, n); c != nil {
		return c, nil
	}
	c, err := newConstraints(r.field(), s, system.CircuitOf(s.System, n), n)
	if err != nil {
		return nil, err
	}
	r.selecting.Lock()
	defer r.selecting.Unlock()
	old := r.constraints
	r.constraints = c
	return c, old.close()
}

// knownConstraints returns the constraints of a system if they were read; else nil.
func (r *replica[P1, P2, E]) knownConstraints(s *system.System[E], n int) *constraints[E] {
	r.selecting.Lock()
	defer r.selecting.Unlock()
	if c := r.constraints; c != nil && c.circuit == system.CircuitOf(s.System, n) {
		return c
	}
	return nil
}

// newConstraints returns constraints whose rows are read now, and again when they are sent anew.
func newConstraints[E any](
	f *engine.Field, s *system.System[E], circuit system.Circuit, n int,
) (*constraints[E], error) {
	rows, err := s.Rows(n)
	if err != nil {
		return nil, err
	}
	c := &constraints[E]{circuit: circuit}
	c.first.Store(rows)
	again := rowsLater(weak.Make(s.System), len(s.Coefficients), n)
	size := rows.Size(len(s.Coefficients))
	c.Constraints = device.NewConstraints(f, size, s.Coefficients, func() (*device.Rows, error) {
		if rows := c.first.Swap(nil); rows != nil {
			return rows, nil
		}
		return again()
	})
	return c, nil
}

// Prepare sends the constraints to the device, if they are to stay there.
func (c *constraints[E]) Prepare() error {
	defer c.first.Store(nil)
	return c.Constraints.Prepare()
}

// rowsLater reads the rows of a system that is not kept alive.
func rowsLater(
	s weak.Pointer[constraint.System], coefficients, n int,
) func() (*device.Rows, error) {
	return func() (*device.Rows, error) {
		sys := s.Value()
		if sys == nil {
			return nil, fmt.Errorf("%w: no constraint system", ErrInvalidInput)
		}
		return system.RowsOf(sys, coefficients, n)
	}
}

func (c *constraints[E]) close() error {
	if c == nil {
		return nil
	}
	return c.Close()
}
