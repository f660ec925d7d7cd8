package jobs

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/nats-io/nats.go/jetstream"
)

// Request asks for a proof.
type Request struct {
	Circuit  *circuit.Manifest
	Witness  []byte    // a full one, in gnark's binary form
	Key      string    // distinguishes jobs with the same circuit and witness
	Priority Priority  // empty for Normal
	Deadline time.Time // when the proof is of no use any more; zero for an hour from now
	Again    bool      // makes a new proof also if there is one
}

const (
	defaultDeadline = time.Hour
	jobOverhead     = 4 << 10 // about a job's bytes in the store, beside its witness
)

// Deadline reads when a proof is of no use any more: a time, or a duration from now on.
func Deadline(text string) (time.Time, error) {
	if at, err := time.Parse(time.RFC3339, text); err == nil {
		return at, nil
	}
	after, err := time.ParseDuration(text)
	if err != nil {
		err = fmt.Errorf("%w: the deadline %.40q is neither a time, such as 2030-01-31T12:00:00Z, "+
			"nor a duration, such as 10m", ErrInvalid, text)
	}
	return time.Now().Add(after), err
}

func (r Request) check(keep time.Duration) (Request, error) {
	now := time.Now()
	r.Priority = cmp.Or(r.Priority, Normal)
	if r.Deadline.IsZero() {
		r.Deadline = now.Add(min(defaultDeadline, keep))
	}
	switch {
	case r.Priority != High && r.Priority != Normal && r.Priority != Low:
		return r, fmt.Errorf("%w: priority %q; there are %v", ErrInvalid, r.Priority, Priorities)
	case !r.Deadline.After(now):
		return r, fmt.Errorf("%w: the deadline %s has passed", ErrInvalid,
			r.Deadline.Format(time.RFC3339))
	case r.Deadline.After(now.Add(keep)):
		return r, fmt.Errorf("%w: jobs are kept for %s, and it is due later", ErrInvalid, keep)
	}
	return r, circuit.CheckWitness(r.Circuit, r.Witness)
}

// id names the job of a request. Nobody without the tenant's key can guess a witness by it.
func (q *Queue) id(r Request) string {
	return q.Secrets.NameOf([]byte("job"), []byte(r.Circuit.Digest), r.Witness, []byte(r.Key))
}

// Submit queues a job and returns its record. It may be called again after any error.
//
// The same request is the same job: while it is queued Submit joins it, and once it is done Submit
// returns it, unless the request says Again. A job that failed or was cancelled is queued as a new
// attempt. Where the tenant's share of the store is full it returns [ErrFull].
func (q *Queue) Submit(ctx context.Context, request Request) (r *Record, err error) {
	if request, err = request.check(q.Keep); err != nil {
		return nil, err
	}
	id := q.id(request)
	if r, err = q.submit(ctx, id, request); err != nil {
		err = fmt.Errorf("job %s of circuit %s: %w", id, request.Circuit.Digest, err)
	}
	return r, err
}

func (q *Queue) submit(ctx context.Context, id string, request Request) (*Record, error) {
	for {
		r, revision, err := q.record(ctx, id)
		switch {
		case errors.Is(err, ErrNoJob):
			r, revision = &Record{ID: id}, 0
		case err != nil:
			return nil, err
		case r.State == Queued:
			return r, q.enqueue(ctx, r, request.Witness) // its submitter may have died before that
		case r.State == Done && !request.Again:
			return r, nil
		}
		if err := q.Room(ctx, int64(len(request.Witness))+jobOverhead); err != nil {
			return nil, err
		}
		r = &Record{
			ID: id, Attempt: r.Attempt + 1, Circuit: request.Circuit.Digest,
			Priority: request.Priority, State: Queued,
			Submitted: time.Now().UTC(), Deadline: request.Deadline.UTC(),
		}
		if err = q.update(ctx, r, revision); err == nil {
			return r, q.enqueue(ctx, r, request.Witness)
		}
		if !isConflict(err) {
			return nil, err
		}
	}
}

type message struct {
	ID      string `json:"id"`
	Attempt int    `json:"attempt"`
}

// enqueue stores the witness and then the message, unless one of the attempt waits already.
func (q *Queue) enqueue(ctx context.Context, r *Record, witness []byte) error {
	for {
		waiting, sequence, err := q.waiting(ctx, r)
		if err != nil || waiting.Attempt == r.Attempt {
			return err
		}
		if err := q.PutWitness(ctx, r.witness(), witness); err != nil {
			return fmt.Errorf("storing the witness: %w", err)
		}
		_, err = q.JetStream.Publish(ctx, r.subject(), textOf(message{r.ID, r.Attempt}),
			jetstream.WithExpectLastSequencePerSubject(sequence))
		if !isConflict(err) {
			return full(err)
		}
	}
}

// waiting returns the message that waits for a job, maybe of an attempt before, or zeros.
func (q *Queue) waiting(ctx context.Context, r *Record) (message, uint64, error) {
	var m message
	last, err := q.messages.GetLastMsgForSubject(ctx, r.subject())
	switch {
	case errors.Is(err, jetstream.ErrMsgNotFound):
		return m, 0, nil
	case err != nil:
		return m, 0, err
	}
	err = json.Unmarshal(last.Data, &m)
	return m, last.Sequence, err
}
