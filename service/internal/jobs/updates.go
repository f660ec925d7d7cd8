package jobs

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
)

// ErrSilent: the server did not answer for some minutes.
var ErrSilent = errors.New("the server does not answer: the job goes on, ask for it again")

// End waits until an attempt has ended, and returns its record. Where the deadline passes first it
// fails the job. It goes on after the connection was lost and came back.
//
// The error is that of the context, [ErrNoJob], or [ErrSilent] where the server did not answer for
// as long as [Persist] tries; see [Record.Err] for the job's.
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
			q.Fail(ctx, r, tooLate) // where that fails, the next poll tries again
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

// Watch calls back with each record that is stored and can be read. It ends when the connection is
// closed.
func (q *Queue) Watch(stored func(*Record)) error {
	_, err := q.Conn.Subscribe("states.>", func(m *nats.Msg) {
		if r, err := recordOf(m.Data); err == nil {
			stored(r)
		}
	})
	return err
}
