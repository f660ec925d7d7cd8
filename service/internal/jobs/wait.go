package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/nats-io/nats.go"
)

// pollEvery is how often a waiting client asks for the record, in case that a message was lost with
// a connection.
const pollEvery = 2 * time.Second

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
	return &Updates{q, id, subscription, arrived}, err
}

// Close ends the subscription.
func (u *Updates) Close() { u.subscription.Unsubscribe() }

// End waits until an attempt has ended, and returns its record. Where the deadline passes first it
// fails the job. The error is that of the context, or [ErrNoJob]; see [Record.Err] for the job's.
func (u *Updates) End(ctx context.Context, r *Record) (*Record, error) {
	poll := time.NewTicker(pollEvery)
	defer poll.Stop()
	for {
		if r.State != Queued {
			return r, nil
		}
		if time.Now().After(r.Deadline) {
			u.queue.Fail(ctx, r, Failure{Cause: PastDeadline, Reason: "nobody proved it in time"})
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
		if errors.Is(err, ErrNoJob) {
			return r, err
		}
		if err == nil && now.Attempt >= r.Attempt {
			r = now
		}
	}
}
