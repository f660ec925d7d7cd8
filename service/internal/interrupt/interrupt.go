// Package interrupt ends waits for calls that know no context, and repeated calls.
package interrupt

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// ErrStopped: a signal or a caller ended a program before it was ready.
var ErrStopped = errors.New("stopped before it was ready")

// Await returns the results of a call. Once the context is cancelled it returns [ErrStopped] at
// once. The call then goes on, and its result is dropped: a program that stops so is about to end.
func Await[T any](ctx context.Context, call func() (T, error)) (result T, err error) {
	type returned struct {
		result T
		err    error
	}
	ended := make(chan returned, 1)
	go func() {
		result, err := call()
		ended <- returned{result, err}
	}()
	select {
	case r := <-ended:
		return r.result, r.err
	case <-ctx.Done():
		return result, Explain(ctx, context.Cause(ctx))
	}
}

// Within waits for a call, and tells whether it has returned in time.
func Within(limit time.Duration, call func()) bool {
	ctx, stop := context.WithTimeout(context.Background(), limit)
	defer stop()
	_, err := Await(ctx, func() (any, error) {
		call()
		return nil, nil
	})
	return err == nil
}

// Explain says of an error that [ErrStopped] is behind it, where the context was cancelled.
func Explain(ctx context.Context, err error) error {
	if ctx.Err() == nil || errors.Is(err, ErrStopped) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrStopped, err)
}

// Every calls back at intervals, until the context is cancelled.
func Every(ctx context.Context, interval time.Duration, call func()) {
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			call()
		}
	}
}
