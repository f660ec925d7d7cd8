package session

import (
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
)

// Accept takes over the result of an MSM. It returns an error that wraps [ErrInvalidResult] if
// the result cannot be right.
type Accept func(*cuda.Result) error

// MultiExp computes an MSM over points on the host. The error is nil, [ErrOnCPU], [ErrClosed] or
// the failure of a strict engine.
func (e *Engine) MultiExp(g *cuda.Group, points, scalars []byte, accept Accept) error {
	if err := e.life.Begin(); err != nil {
		return err
	}
	defer e.life.End()
	t := newMSMs(g, len(scalars)/g.ScalarBytes(), 1)
	return e.attempt(t, func() (*cuda.Report, error) {
		return acceptAll(func() ([]*cuda.Result, error) {
			result, err := e.backend.MultiExp(g, points, scalars)
			return []*cuda.Result{result}, err
		}, []Accept{accept})
	})
}

// acceptAll computes MSMs and has their results accepted. The first result has the report.
func acceptAll(device func() ([]*cuda.Result, error), accept []Accept) (*cuda.Report, error) {
	results, err := device()
	if err != nil {
		return nil, err
	}
	if len(results) != len(accept) {
		return nil, fmt.Errorf("%w: %d for %d MSMs", ErrInvalidResult, len(results), len(accept))
	}
	for i, accept := range accept {
		if err := accept(results[i]); err != nil {
			return nil, err
		}
	}
	return &results[0].Report, nil
}

// maxWindow is above any window width.
const maxWindow = 32

// CheckShifts checks that the shifts descend, as Horner's rule requires. The first shift may exceed
// the bits of a scalar by less than a window. So a wrong shift does not keep the host doubling.
func CheckShifts(g *cuda.Group, terms []cuda.Term) error {
	previous := g.ScalarBits + maxWindow
	for i, t := range terms {
		if t.Shift < 0 || t.Shift > previous {
			return fmt.Errorf("term %d: shift %d after %d", i, t.Shift, previous)
		}
		previous = t.Shift
	}
	return nil
}
