package jobs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"syscall"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// maxOutage is how long a server may be away before a caller gives up.
var maxOutage = 5 * time.Minute

// Persist calls an operation, which may be done twice, again while the server cannot be reached.
func (q *Queue) Persist(ctx context.Context, operation func(context.Context) error) error {
	return persist(ctx, q.Conn, operation)
}

func persist(ctx context.Context, conn *nats.Conn, operation func(context.Context) error) error {
	const maxWait = 2 * time.Second
	var end time.Time
	for wait := 50 * time.Millisecond; ; wait = min(2*wait, maxWait) {
		err := attempt(ctx, conn, operation)
		if end.IsZero() { // the operation itself may have taken long
			end = time.Now().Add(maxOutage)
		}
		if !Unreachable(ctx, err) || time.Now().After(end) {
			return err
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%w: %w", context.Cause(ctx), err)
		case <-time.After(wait):
		}
	}
}

// untimed ends with a context, and tells no deadline: JetStream's client bounds each request then,
// whose answer may be lost with a cluster's server.
type untimed struct{ context.Context }

// Deadline implements context.Context.
func (untimed) Deadline() (time.Time, bool) { return time.Time{}, false }

// attempt calls an operation. Its context ends with the connection, by which no answer comes then.
func attempt(ctx context.Context, conn *nats.Conn, operation func(context.Context) error) error {
	if conn == nil {
		return operation(untimed{ctx})
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
	err := operation(untimed{connected})
	if err != nil && ctx.Err() == nil && connected.Err() != nil {
		return fmt.Errorf("%w: %w", nats.ErrDisconnected, err)
	}
	return err
}

// Unreachable tells whether an error says that the server cannot be reached, while a context lasts.
func Unreachable(ctx context.Context, err error) bool {
	var api *jetstream.APIError
	away := errors.As(err, &api) && api.Code == 503
	for _, reason := range []error{
		nats.ErrNoResponders, nats.ErrTimeout, nats.ErrDisconnected, nats.ErrConnectionReconnecting,
		nats.ErrReconnectBufExceeded, nats.ErrStaleConnection, jetstream.ErrNoStreamResponse,
		jetstream.ErrNoHeartbeat, context.DeadlineExceeded,
		io.EOF, syscall.ECONNRESET, syscall.EPIPE,
	} {
		away = away || errors.Is(err, reason)
	}
	return away && ctx.Err() == nil && !errors.Is(err, ErrFull)
}

// End waits until an attempt has ended, and returns its record. It fails a job whose deadline has
// passed. The error is the context's, [ErrNoJob], or [ErrSilent] where the server does not answer
// for as long as [Persist] tries; see [Record.Err] for the job's.
func (q *Queue) End(ctx context.Context, r *Record) (*Record, error) {
	if r.State.Ended() {
		return r, nil
	}
	arrived := make(chan *nats.Msg, 8)
	subscription, err := q.Conn.ChanSubscribe("states."+r.ID, arrived)
	if err != nil {
		return r, err
	}
	defer subscription.Unsubscribe()
	const pollEvery = 2 * time.Second // a message may be lost with a connection
	poll := time.NewTimer(0)          // the job may have ended before that
	defer poll.Stop()
	heard := time.Now()
	for !r.State.Ended() {
		if time.Now().After(r.Deadline) {
			attempt(ctx, q.Conn, func(ctx context.Context) error {
				return q.Fail(ctx, r, tooLate) // where that fails, the next poll tries again
			})
			if r.State.Ended() {
				break
			}
		}
		var now *Record
		var err error
		select {
		case <-ctx.Done():
			return r, context.Cause(ctx)
		case message := <-arrived:
			now, err = recordOf(message.Data)
		case <-poll.C:
			poll.Reset(pollEvery)
			err = attempt(ctx, q.Conn, func(ctx context.Context) (err error) {
				now, err = q.Record(ctx, r.ID)
				return err
			})
		}
		switch {
		case err == nil:
			heard = time.Now()
			if now.Attempt >= r.Attempt {
				r = now
			}
		case errors.Is(err, ErrNoJob):
			return r, err
		case errors.Is(err, nats.ErrConnectionClosed), time.Since(heard) > maxOutage:
			return r, fmt.Errorf("%w: %w", ErrSilent, err)
		} // after any other error the next poll asks again
	}
	return r, nil
}

// Watch calls back with each record that is stored, until the connection is closed.
func (q *Queue) Watch(stored func(*Record)) error {
	_, err := q.Conn.Subscribe("states.>", func(m *nats.Msg) {
		if r, err := recordOf(m.Data); err == nil {
			stored(r)
		}
	})
	return err
}
