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
	if err := e.life.begin(); err != nil {
		return err
	}
	defer e.life.end()
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
