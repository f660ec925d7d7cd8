package jobs

import (
	"context"
	"errors"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/store"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// maxOutage is how long a server may be away before a caller gives up.
var maxOutage = 5 * time.Minute

// Persist calls an operation again, for some minutes, while the server cannot be reached. The
// operation must be one that may be done twice.
func Persist(ctx context.Context, operation func() error) error {
	const maxWait = 2 * time.Second
	end := time.Now().Add(maxOutage)
	for wait := 50 * time.Millisecond; ; wait = min(2*wait, maxWait) {
		err := operation()
		if !unreachable(ctx, err) || time.Now().After(end) {
			return err
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(wait):
		}
	}
}

// unreachable tells whether an error means that the server did not answer.
func unreachable(ctx context.Context, err error) bool {
	if errors.Is(err, store.ErrFull) {
		return false
	}
	for _, reason := range []error{
		nats.ErrNoResponders, nats.ErrTimeout, nats.ErrDisconnected, nats.ErrConnectionReconnecting,
		nats.ErrReconnectBufExceeded, nats.ErrStaleConnection, jetstream.ErrNoStreamResponse,
		jetstream.ErrNoHeartbeat, context.DeadlineExceeded,
	} {
		if errors.Is(err, reason) {
			return ctx.Err() == nil
		}
	}
	var api *jetstream.APIError
	return errors.As(err, &api) && api.Code == 503 && ctx.Err() == nil
}
