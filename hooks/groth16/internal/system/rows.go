package system

import (
	"fmt"
	"slices"

	"github.com/consensys/gnark/constraint"
	device "github.com/gnark-accel/gnark-accel/internal/groth16"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/raw"
)

// eachConstraint calls f for the expressions of each constraint. Several calls may run at once.
func eachConstraint(s *constraint.System, f func(row int, abc *[3]constraint.LinearExpression)) {
	parallel.Chunks(len(s.Instructions), func(from, to int) {
		var c constraint.R1C
		for _, instruction := range s.Instructions[from:to] {
			blueprint, ok := s.Blueprints[instruction.BlueprintID].(constraint.BlueprintR1C)
			if !ok {
				continue
			}
			blueprint.DecompressR1C(&c, instruction.Unpack(s))
			f(int(instruction.ConstraintOffset), &[3]constraint.LinearExpression{c.L, c.R, c.O})
		}
	})
}

// eachRow calls f for the terms of each row of A, B and C. Each has its number among [device.Rows]
// for a domain of n elements.
func eachRow(s *constraint.System, n int, f func(row int, terms constraint.LinearExpression)) {
	stride := device.RowsOf(n)
	eachConstraint(s, func(row int, abc *[3]constraint.LinearExpression) {
		for i, terms := range abc {
			f(i*stride+row, terms)
		}
	})
}

// ReadAhead reads the system's expressions for a domain of n elements. It arranges them for a
// device, beside the work that comes next.
func (s *System[E]) ReadAhead(n int) {
	var task parallel.Tasks
	var rows *device.Rows
	task.Go(func() (err error) {
		if rows, err = RowsOf(s.System, len(s.Coefficients), n); err == nil {
			rows.Arrange()
		}
		return err
	})
	s.rows = func() (*device.Rows, error) {
		err := task.Wait()
		return rows, err
	}
}

// Rows returns the system's expressions for a domain of n elements. It returns the rows of
// ReadAhead if that was called.
func (s *System[E]) Rows(n int) (*device.Rows, error) {
	if s.rows != nil {
		return s.rows()
	}
	return RowsOf(s.System, len(s.Coefficients), n)
}

// startsOf returns where the terms of each row begin, and where the last ones end.
func startsOf(s *constraint.System, coefficients, n int) ([]uint32, error) {
	starts := raw.Huge(make([]uint32, 3*device.RowsOf(n)+1))
	internal, secret, public := s.GetNbVariables()
	wires := uint32(internal + secret + public)
	const wrong = 1 << 31
	eachRow(s, n, func(row int, terms constraint.LinearExpression) {
		for _, t := range terms {
			if t.VID >= wires || int(t.CID) >= coefficients {
				starts[row+1] = wrong
				return
			}
			if t.CID != constraint.CoeffIdZero {
				starts[row+1]++
			}
		}
	})
	if slices.Contains(starts, wrong) {
		return nil, fmt.Errorf("%w: a constraint is not of this system", ErrInvalidInput)
	}
	for i := range starts[1:] {
		starts[i+1] += starts[i]
	}
	return starts, nil
}

// RowsOf reads the expressions of a system.
func RowsOf(s *constraint.System, coefficients, n int) (*device.Rows, error) {
	starts, err := startsOf(s, coefficients, n)
	if err != nil {
		return nil, err
	}
	terms := raw.Huge(make([]device.Term, starts[len(starts)-1]))
	r := &device.Rows{Starts: starts, Terms: terms}
	eachRow(s, n, func(row int, terms constraint.LinearExpression) {
		to := r.Terms[starts[row]:]
		for _, t := range terms {
			if t.CID != constraint.CoeffIdZero {
				to[0] = device.Term{Wire: t.VID, Coefficient: t.CID}
				to = to[1:]
			}
		}
	})
	return r, nil
}
