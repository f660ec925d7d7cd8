package protocol

import (
	"fmt"
	"weak"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	device "github.com/gnark-accel/gnark-accel/internal/groth16"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// constraints are those, on the device, of the circuit that a key was last used with. Of the
// circuit they keep the coefficients alone alive.
type constraints[E any] struct {
	*device.Constraints[E]
	circuit system.Circuit
}

// newConstraints returns the constraints of a system, over a domain of n elements. They are read
// when they are first sent.
func newConstraints[E any](
	f *session.Field, s *system.System[E], circuit system.Circuit, n int,
) (*constraints[E], error) {
	starts, err := system.StartsOf(s.System, len(s.Coefficients), n)
	if err != nil {
		return nil, err
	}
	size := device.MatrixSize{Coefficients: len(s.Coefficients)}
	for i := range len(starts) - 1 {
		size.Add(int(starts[i+1] - starts[i]))
	}
	read := rowsLater(weak.Make(s.System), len(s.Coefficients), n)
	return &constraints[E]{
		Constraints: device.NewConstraints(f, size, s.Coefficients, read),
		circuit:     circuit,
	}, nil
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

// close frees the device's memory, as soon as no proof uses it.
func (c *constraints[E]) close() error {
	if c == nil {
		return nil
	}
	return c.Close()
}
