package jobs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"syscall"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/store"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// maxOutage is how long a server may be away before a caller gives up.
var maxOutage = 5 * time.Minute

// Persist calls an operation again, for some minutes, while the server cannot be reached. The
// operation must be one that may be done twice.
func (q *Queue) Persist(ctx context.Context, operation func(context.Context) error) error {
	return persist(ctx, q.Conn, operation)
}

func persist(ctx context.Context, conn *nats.Conn, operation func(context.Context) error) error {
	const maxWait = 2 * time.Second
	end := time.Now().Add(maxOutage)
	for wait := 50 * time.Millisecond; ; wait = min(2*wait, maxWait) {
		err := attempt(ctx, conn, operation)
		if !unreachable(ctx, err) || time.Now().After(end) {
			return err
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%w: %w", context.Cause(ctx), err)
		case <-time.After(wait):
		}
	}
}

// attempt calls an operation. Its context ends when the connection is lost: the answers that were
// under way come no more.
func attempt(ctx context.Context, conn *nats.Conn, operation func(context.Context) error) error {
	if conn == nil {
		return operation(ctx)
	}
	connected, lose := context.WithCancelCause(ctx)
	defer lose(nil)
	lost := conn.StatusChanged(nats.RECONNECTING)
	defer conn.RemoveStatusListener(lost)
	go func() {
		select {
		case <-lost:
			lose(nats.ErrDisconnected)
		case <-connected.Done():
		}
	}()
	err := operation(connected)
	if err != nil && ctx.Err() == nil && connected.Err() != nil {
		return fmt.Errorf("%w: %w", nats.ErrDisconnected, err)
	}
	return err
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
		io.EOF, syscall.ECONNRESET, syscall.EPIPE,
	} {
		if errors.Is(err, reason) {
			return ctx.Err() == nil
		}
	}
	var api *jetstream.APIError
	return errors.As(err, &api) && api.Code == 503 && ctx.Err() == nil
}
