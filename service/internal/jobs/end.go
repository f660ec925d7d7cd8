package jobs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Failure says why a job failed.
type Failure struct {
	Worker  string
	Cause   Cause
	Reason  string // without values of the witness
	Details string // gnark's own words, which may have them; they are sealed
}

var tooLate = Failure{Cause: PastDeadline, Reason: "nobody proved it in time"}

// Fail ends an attempt without a proof, with a dead letter, or returns [ErrEnded].
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
	text, err := q.Secrets.Open(bytes.Clone(r.Details), r.details())
	return string(text), err
}

// Cancel ends a job that is queued, or returns [ErrEnded]. A worker that proves it stops.
func (q *Queue) Cancel(ctx context.Context, id string) (*Record, error) {
	r, err := q.Record(ctx, id)
	if err != nil {
		return nil, err
	}
	_, sequence, err := q.waiting(ctx, r)
	if err == nil {
		err = q.end(ctx, r, func(r *Record) {
			r.State, r.Cause, r.Reason = Cancelled, Aborted, ErrCancelled.Error()
		})
	}
	if err == nil && sequence > 0 { // a message behind it is of another attempt
		err = q.messages.Purge(ctx, jetstream.WithPurgeSubject(r.subject()),
			jetstream.WithPurgeSequence(sequence+1))
	}
	return r, err
}

// end ends an attempt that has not ended, and then cleans up.
func (q *Queue) end(ctx context.Context, r *Record, change func(*Record)) error {
	err := q.change(ctx, r, func(now *Record) {
		change(now)
		now.Ended = time.Now().UTC()
	})
	if err == nil {
		err = q.cleanUp(ctx, r)
	}
	return err
}

// change changes the record of an attempt, or returns [ErrEnded].
func (q *Queue) change(ctx context.Context, r *Record, change func(*Record)) error {
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
		err = q.update(ctx, now, revision)
		if err == nil {
			*r = *now
		}
		if !isConflict(err) {
			return err
		}
	}
}

// cleanUp deletes the witness of an ended attempt. It writes the dead letter of one that failed.
func (q *Queue) cleanUp(ctx context.Context, r *Record) error {
	err := q.DeleteWitness(ctx, r.witness())
	if r.State != Failed {
		return err
	}
	_, publishing := q.JetStream.Publish(ctx,
		fmt.Sprintf("%s.%s.%s.%s", deadStream, r.Cause, r.Circuit, r.ID), textOf(r),
		jetstream.WithMsgID("dead "+r.witness()))
	return errors.Join(err, publishing)
}
