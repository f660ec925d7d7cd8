package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Failure says why a job failed.
type Failure struct {
	Worker string
	Cause  Cause
	Reason string // without values of the witness
	// Details are gnark's own words, which may have values of the witness. They are sealed.
	Details string
}

var tooLate = Failure{Cause: PastDeadline, Reason: "nobody proved it in time"}

// Fail ends an attempt without a proof, with a dead letter. Where the attempt has ended otherwise
// it returns [ErrEnded].
func (q *Queue) Fail(ctx context.Context, r *Record, f Failure) error {
	return q.end(ctx, r, func(r *Record) {
		r.State, r.Worker, r.Cause, r.Reason = Failed, f.Worker, f.Cause, f.Reason
		if f.Details != "" {
			r.Details = q.Secrets.Seal([]byte(f.Details), r.details())
		}
	})
}

// Details opens gnark's own words on a job that failed.
func (q *Queue) Details(r *Record) (string, error) {
	if r.Details == nil {
		return "", nil
	}
	text, err := q.Secrets.Open(r.Details, r.details())
	return string(text), err
}

// Cancel ends a job that is queued. A worker that proves it stops. Where the job has ended it
// returns [ErrEnded].
func (q *Queue) Cancel(ctx context.Context, id string) (*Record, error) {
	r, err := q.Record(ctx, id)
	if err != nil {
		return nil, err
	}
	err = q.end(ctx, r, func(r *Record) {
		r.State, r.Cause, r.Reason = Cancelled, Aborted, ErrCancelled.Error()
	})
	if err != nil {
		return r, err
	}
	return r, q.messages.Purge(ctx, jetstream.WithPurgeSubject(r.subject()))
}

// end changes the record of an attempt that has not ended, and then cleans up.
func (q *Queue) end(ctx context.Context, r *Record, change func(*Record)) error {
	for {
		now, revision, err := q.record(ctx, r.ID)
		if err != nil {
			return err
		}
		if now.State != Queued || now.Attempt != r.Attempt {
			*r = *now
			return fmt.Errorf("%w: %s, %s", ErrEnded, r.ID, r.State)
		}
		change(now)
		now.Ended = time.Now().UTC()
		err = q.update(ctx, now, revision)
		if errors.Is(err, errConflict) {
			continue
		}
		if err != nil {
			return err
		}
		*r = *now
		return q.cleanUp(ctx, r)
	}
}

// cleanUp deletes the witness of an ended attempt. It writes the dead letter of one that failed.
func (q *Queue) cleanUp(ctx context.Context, r *Record) error {
	err := q.DeleteWitness(ctx, r.witness())
	if r.State != Failed {
		return err
	}
	text, marshalling := json.Marshal(r)
	if marshalling != nil {
		return errors.Join(err, marshalling)
	}
	_, publishing := q.JetStream.Publish(ctx,
		fmt.Sprintf("%s.%s.%s.%s", deadStream, r.Cause, r.Circuit, r.ID), text,
		jetstream.WithMsgID("dead "+r.witness()))
	return errors.Join(err, publishing)
}

// pollEvery is how often a waiting client asks for the record. A message may be lost with a
// connection.
const pollEvery = 2 * time.Second

// ErrSilent: the server did not answer for some minutes.
var ErrSilent = errors.New("the server does not answer: the job goes on, ask for it again")

// End waits until an attempt has ended, and returns its record. Where the deadline passes first it
// fails the job. It goes on after the connection was lost and came back.
//
// The error is that of the context, [ErrNoJob], or [ErrSilent] where the server did not answer for
// as long as [Persist] tries; see [Record.Err] for the job's.
func (q *Queue) End(ctx context.Context, r *Record) (*Record, error) {
	if r.State != Queued {
		return r, nil
	}
	arrived := make(chan *nats.Msg, 8)
	subscription, err := q.Conn.ChanSubscribe("states."+r.ID, arrived)
	if err != nil {
		return r, err
	}
	defer subscription.Unsubscribe()
	poll := time.NewTimer(0) // the job may have ended before that
	defer poll.Stop()
	heard := time.Now()
	for r.State == Queued {
		if time.Now().After(r.Deadline) {
			q.Fail(ctx, r, tooLate) // where that fails, the next poll tries again
			if r.State != Queued {
				break
			}
		}
		now := new(Record)
		var err error
		select {
		case <-ctx.Done():
			return r, context.Cause(ctx)
		case message := <-arrived:
			err = json.Unmarshal(message.Data, now)
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
		r := new(Record)
		if json.Unmarshal(m.Data, r) == nil {
			stored(r)
		}
	})
	return err
}
