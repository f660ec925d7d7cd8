package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
)

// pollEvery is how often a waiting client asks for the record, in case that a message was lost with
// a connection.
const pollEvery = 2 * time.Second

// ErrSilent: the server did not answer for some minutes.
var ErrSilent = errors.New("the server does not answer: the job goes on, ask for it again")

// Updates is a subscription to the records of one job.
type Updates struct {
	queue        *Queue
	id           string
	subscription *nats.Subscription
	arrived      chan *nats.Msg
}

// Updates subscribes to the records of a job. Close ends that.
func (q *Queue) Updates(id string) (*Updates, error) {
	arrived := make(chan *nats.Msg, 8)
	subscription, err := q.Conn.ChanSubscribe("states."+id, arrived)
	if err != nil {
		return nil, err
	}
	return &Updates{q, id, subscription, arrived}, nil
}

// Close ends the subscription. It fails only when the connection was closed, which ended it too.
func (u *Updates) Close() { u.subscription.Unsubscribe() }

// End waits until an attempt has ended, and returns its record. Where the deadline passes first it
// fails the job. It goes on after the connection was lost and came back.
//
// The error is that of the context, [ErrNoJob], or [ErrSilent] where the server did not answer for
// as long as [Persist] tries; see [Record.Err] for the job's.
func (u *Updates) End(ctx context.Context, r *Record) (*Record, error) {
	poll := time.NewTicker(pollEvery)
	defer poll.Stop()
	heard := time.Now()
	for r.State == Queued {
		if time.Now().After(r.Deadline) {
			u.queue.Fail(ctx, r, tooLate) // where that fails, the next poll tries again
			if r.State != Queued {
				break
			}
		}
		now := new(Record)
		var err error
		select {
		case <-ctx.Done():
			return r, context.Cause(ctx)
		case message := <-u.arrived:
			err = json.Unmarshal(message.Data, now)
		case <-poll.C:
			now, err = u.queue.Record(ctx, u.id)
		}
		switch {
		case err == nil:
			heard = time.Now()
			if now.Attempt >= r.Attempt {
				r = now
			}
		case errors.Is(err, ErrNoJob):
			return r, err
		case errors.Is(err, nats.ErrConnectionClosed), time.Since(heard) > patience:
			return r, fmt.Errorf("%w: %w", ErrSilent, err)
		} // after any other error the next poll asks again
	}
	return r, nil
}

// Watch calls back with each record that is stored and can be read, until the connection is closed.
func (q *Queue) Watch(stored func(*Record)) error {
	_, err := q.Conn.Subscribe("states.>", func(m *nats.Msg) {
		r := new(Record)
		if json.Unmarshal(m.Data, r) == nil {
			stored(r)
		}
	})
	return err
}
