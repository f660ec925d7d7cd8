package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/gnark-accel/gnark-accel/examples/circuits/bars"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
)

// progress tells on standard error what the program is doing, one line an event. It is also the
// writer of the log.
type progress struct{ *bars.Bars }

func newProgress(out io.Writer) *progress { return &progress{bars.New(out)} }

// bar shows how far a step is.
func (p *progress) bar(name string) proving.Progress {
	return func(done, total int64) { p.Show(name, done, total) }
}

// line prints a line of its own.
func (p *progress) line(format string, args ...any) {
	_, _ = fmt.Fprintf(p, format+"\n", args...)
}

// errInterrupted: the user has interrupted the program.
var errInterrupted = errors.New("interrupted")

// graceTime is how long an interrupted step may take to end by itself and to tidy up.
const graceTime = 500 * time.Millisecond

// phase runs a step of the program, tells of it, and returns how long it took.
func phase(ctx context.Context, p *progress, name string, step func() error) (time.Duration,
	error) {
	p.line("%s ...", name)
	took, err := timed(ctx, step)
	if err != nil {
		p.line("%s: %s", name, outcome(err))
		return took, fmt.Errorf("%s: %w", name, err)
	}
	p.line("%s: %s", name, format(took))
	return took, nil
}

// outcome says in a word how a step that did not succeed ended.
func outcome(err error) string {
	if errors.Is(err, errInterrupted) {
		return "interrupted"
	}
	return "failed"
}

// timed runs a step and returns how long it took. gnark's compiler, setup and prover cannot be
// interrupted. After an interrupt timed leaves the step alone and returns without it. Nothing may
// then read the results of the step.
func timed(ctx context.Context, step func() error) (time.Duration, error) {
	if ctx.Err() != nil {
		return 0, errInterrupted
	}
	start := time.Now()
	done := make(chan error, 1)
	go func() { done <- step() }()
	select {
	case err := <-done:
		if errors.Is(err, context.Canceled) {
			err = errInterrupted
		}
		return time.Since(start), err
	case <-ctx.Done():
	}
	select {
	case <-done:
	case <-time.After(graceTime):
	}
	return time.Since(start), errInterrupted
}
