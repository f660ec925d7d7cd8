package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	// ackWait is the time after which a job goes to another worker, if its worker is silent.
	ackWait = 3 * time.Second
	// MaxTries is the number of runs after which a job is given up. A run counts where its worker
	// died only if that had no other job.
	MaxTries = 5
)

// Consumer opens the queue of a circuit and a priority, or makes it.
func (q *Queue) Consumer(
	ctx context.Context, priority Priority, digest string,
) (jetstream.Consumer, error) {
	return q.messages.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable:       consumerOf(priority, digest),
		FilterSubject: Subject(priority, digest, "*"),
		AckPolicy:     jetstream.AckExplicitPolicy,
		AckWait:       ackWait,
		MaxDeliver:    -1, // a job is given up by its worker, which says why
		MaxAckPending: -1,
	})
}

func consumerOf(priority Priority, digest string) string {
	return fmt.Sprintf("%s-%s", priority, digest)
}

// Take begins the run of a message. Where there is nothing to do it returns nil: the job has ended,
// or it is not this worker's turn.
func (q *Queue) Take(ctx context.Context, worker string, m jetstream.Msg) (*Run, error) {
	var text message
	if err := json.Unmarshal(m.Data(), &text); err != nil {
		return nil, errors.Join(fmt.Errorf("message on %s: %w", m.Subject(), err), m.Term())
	}
	r, revision, err := q.record(ctx, text.ID)
	if errors.Is(err, ErrNoJob) || err == nil && (r.State != Queued || r.Attempt != text.Attempt) {
		return nil, q.drop(ctx, r, text, m)
	}
	if err != nil {
		return nil, err
	}
	run := &Run{Record: r, queue: q, worker: worker, message: m, Stop: func() {}}
	if err := run.noteDeath(ctx, revision); err != nil {
		return nil, err
	}
	switch {
	case time.Now().After(r.Deadline):
		return nil, run.Fail(ctx, tooLate)
	case r.spent() >= MaxTries:
		reason := fmt.Sprintf("%d tries", MaxTries)
		for _, last := range r.Tries[max(0, len(r.Tries)-1):] {
			reason += "; the last: " + last.Reason
		}
		return nil, run.Fail(ctx, Failure{Cause: GaveUp, Reason: reason})
	}
	run.Context, run.cancel = context.WithCancelCause(ctx)
	silence, err := subscribe(q.Conn, map[string]nats.MsgHandler{
		"states." + r.ID:  run.follow(r.Attempt),
		runSubject + r.ID: func(m *nats.Msg) { m.Respond([]byte(worker)) },
	})
	if err != nil {
		return nil, err
	}
	alive, die := context.WithCancel(context.WithoutCancel(ctx))
	run.Stop = sync.OnceFunc(func() {
		die()
		silence()
		run.cancel(nil)
	})
	go run.keepAlive(alive, r.Deadline)
	return run, nil
}

// drop acknowledges the message of an attempt that has ended. It cleans up first, since the worker
// may have died before it did.
func (q *Queue) drop(ctx context.Context, r *Record, text message, m jetstream.Msg) error {
	var err error
	if r != nil && r.Attempt == text.Attempt {
		err = q.cleanUp(ctx, r)
	} else {
		err = q.DeleteWitness(ctx, (&Record{ID: text.ID, Attempt: text.Attempt}).witness())
	}
	return errors.Join(err, m.Ack())
}

const died = "its worker died"

// noteDeath notes in the record that the run before did not end the job. A run that failed has
// noted that itself, and so has one that was passed on.
func (r *Run) noteDeath(ctx context.Context, revision uint64) error {
	about, err := r.message.Metadata()
	if err != nil || len(r.Tries)+r.Passed+1 >= int(about.NumDelivered) {
		return err
	}
	r.Tries = append(r.Tries, Try{When: time.Now().UTC(), Reason: died})
	return r.queue.update(ctx, r.Record, revision)
}
