package main

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// errInterrupted: the user has interrupted the program.
var errInterrupted = errors.New("interrupted")

// graceTime is how long an interrupted step may take to come to an end by itself and to tidy up.
const graceTime = time.Second

// phase runs a step of the program with a spinner and returns how long it took.
func phase(ctx context.Context, p *progress, what string, step func() error) (time.Duration, error) {
	a := p.begin(what, -1)
	took, err := timed(ctx, step)
	if err != nil {
		a.end("failed")
		return took, fmt.Errorf("%s: %w", what, err)
	}
	a.end(format(took))
	return took, nil
}

// timed runs a step and returns how long it took. gnark's compiler, setup and prover cannot be interrupted: after an
// interrupt a step is left alone and the program ends without it. What it writes must not be read then.
func timed(ctx context.Context, step func() error) (time.Duration, error) {
	if ctx.Err() != nil {
		return 0, errInterrupted
	}
	start := time.Now()
	done := make(chan error, 1)
	go func() { done <- step() }()
	select {
	case err := <-done:
		return time.Since(start), err
	case <-ctx.Done():
	}
	select {
	case <-done:
	case <-time.After(graceTime):
	}
	return time.Since(start), errInterrupted
}

// format writes a duration with three significant digits.
func format(d time.Duration) string {
	switch {
	case d >= 100*time.Second:
		return fmt.Sprintf("%.0f s", d.Seconds())
	case d >= time.Second:
		return fmt.Sprintf("%.3g s", d.Seconds())
	case d >= time.Millisecond:
		return fmt.Sprintf("%.3g ms", milliseconds(d))
	default:
		return fmt.Sprintf("%.3g µs", float64(d)/float64(time.Microsecond))
	}
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
