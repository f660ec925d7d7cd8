package device

import (
	"context"
	"errors"
	"fmt"
)

// ErrStopped: nobody waits for a computation any more. Errors that wrap it wrap the cause as well.
var ErrStopped = errors.New("stopped")

// Stopped returns an error that wraps [ErrStopped] once the context is cancelled, and nil before.
func Stopped(ctx context.Context) error {
	if ctx.Err() == nil {
		return nil
	}
	return fmt.Errorf("%w: %w", ErrStopped, context.Cause(ctx))
}
