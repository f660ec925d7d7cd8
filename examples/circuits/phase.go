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
const graceTime = 500 * time.Millisecond

// phase runs a step of the program with a spinner and returns how long it took.
func phase(ctx context.Context, p *progress, what string, step func() error) (time.Duration, error) {
	a := p.begin(what, -1)
	took, err := timed(ctx, step)
	if err != nil {
		a.end(outcome(err))
		return took, fmt.Errorf("%s: %w", what, err)
	}
	a.end(format(took))
	return took, nil
}

// outcome says in a word how a step ended that did not succeed.
func outcome(err error) string {
	if errors.Is(err, errInterrupted) {
		return "interrupted"
	}
	return "failed"
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

// format writes a duration with three significant digits, and whole seconds beyond that.
func format(d time.Duration) string {
	unit, name := time.Microsecond, "µs"
	switch {
	case d >= time.Second:
		unit, name = time.Second, "s"
	case d >= time.Millisecond:
		unit, name = time.Millisecond, "ms"
	}
	value := float64(d) / float64(unit)
	decimals := 2
	for limit := 9.995; decimals > 0 && value >= limit; limit *= 10 {
		decimals--
	}
	return fmt.Sprintf("%.*f %s", decimals, value, name)
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
