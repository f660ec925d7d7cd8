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
	// heartbeat is the time between two signs of life.
	heartbeat = ackWait / 6
	// MaxTries is the number of runs after which a job is given up.
	MaxTries = 5
)

// Consumer opens the queue of a circuit and a priority, and makes what is missing of it.
func (q *Queue) Consumer(
	ctx context.Context, priority Priority, digest string,
) (jetstream.Consumer, error) {
	return q.messages.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable:       fmt.Sprintf("%s-%s", priority, digest),
		FilterSubject: Subject(priority, digest, "*"),
		AckPolicy:     jetstream.AckExplicitPolicy,
		AckWait:       ackWait,
		MaxDeliver:    -1, // a job is given up by its worker, which says why
		MaxAckPending: -1,
	})
}

// Arrivals calls back when a new job arrives, with its message.
func (q *Queue) Arrivals(arrived func(*nats.Msg)) (*nats.Subscription, error) {
	return q.Conn.Subscribe(queueStream+".>", arrived)
}

// Run is a job in the hands of a worker. Until one of its methods ends it, signs of life go to the
// server.
type Run struct {
	*Record
	Context context.Context // ends when the job is cancelled, or with the context of Take

	queue   *Queue
	worker  string
	message jetstream.Msg
	cancel  context.CancelCauseFunc
	updates *nats.Subscription
	silence chan struct{}
	once    sync.Once
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
	run := &Run{Record: r, queue: q, worker: worker, message: m, silence: make(chan struct{})}
	if again, err := redelivered(m); err != nil {
		return nil, err
	} else if again {
		if err := run.countTry(ctx, revision); err != nil {
			return nil, err
		}
	}
	switch {
	case time.Now().After(r.Deadline):
		return nil, run.Fail(ctx, Failure{Cause: PastDeadline, Reason: "nobody proved it in time"})
	case len(r.Tries) >= MaxTries:
		last := r.Tries[len(r.Tries)-1].Reason
		return nil, run.Fail(ctx, Failure{
			Cause: GaveUp, Reason: fmt.Sprintf("%d tries; the last: %s", MaxTries, last),
		})
	}
	run.Context, run.cancel = context.WithCancelCause(ctx)
	run.updates, err = q.Conn.Subscribe("states."+r.ID, run.follow)
	if err != nil {
		return nil, err
	}
	go run.live()
	return run, nil
}

// drop acknowledges the message of an attempt that has ended, after what its worker may have left
// undone.
func (q *Queue) drop(ctx context.Context, r *Record, text message, m jetstream.Msg) error {
	var err error
	if r != nil && r.Attempt == text.Attempt {
		err = q.bury(ctx, r)
	} else {
		err = q.DeleteWitness(ctx, (&Record{ID: text.ID, Attempt: text.Attempt}).witness())
	}
	return errors.Join(err, m.Ack())
}

func redelivered(m jetstream.Msg) (bool, error) {
	about, err := m.Metadata()
	return err == nil && about.NumDelivered > 1, err
}

// died is the reason of a try that nobody ended.
const died = "its worker died"

// countTry notes in the record that the run before did not end the job. A run that failed has noted
// that itself.
func (r *Run) countTry(ctx context.Context, revision uint64) error {
	about, err := r.message.Metadata()
	if err != nil || len(r.Tries)+1 >= int(about.NumDelivered) {
		return err
	}
	r.Tries = append(r.Tries, Try{When: time.Now().UTC(), Reason: died})
	return r.queue.update(ctx, r.Record, revision)
}

// follow cancels the run when its attempt has ended elsewhere.
func (r *Run) follow(m *nats.Msg) {
	now := new(Record)
	if json.Unmarshal(m.Data, now) == nil && (now.State != Queued || now.Attempt != r.Attempt) {
		r.cancel(fmt.Errorf("%w: %s", ErrEnded, now.State))
	}
}

// live tells the server that the worker is at work.
func (r *Run) live() {
	tick := time.NewTicker(heartbeat)
	defer tick.Stop()
	deadline := time.NewTimer(time.Until(r.Deadline))
	defer deadline.Stop()
	for {
		select {
		case <-tick.C:
			r.message.InProgress()
		case <-deadline.C:
			r.cancel(ErrDeadline)
		case <-r.silence:
			return
		}
	}
}

// Witness returns the full witness.
func (r *Run) Witness(ctx context.Context) ([]byte, error) {
	return r.queue.Space.Witness(ctx, r.witness())
}

// Done ends the job with its proof, or returns [ErrEnded] where another has ended it.
func (r *Run) Done(ctx context.Context, proof []byte, times Times) error {
	return r.leave(ctx, r.queue.Done(ctx, r.Record, r.worker, proof, times))
}

// Fail ends the job with a dead letter.
func (r *Run) Fail(ctx context.Context, f Failure) error {
	f.Worker = r.worker
	return r.leave(ctx, r.queue.Fail(ctx, r.Record, f))
}

// leave acknowledges the message of an attempt that has ended.
func (r *Run) leave(ctx context.Context, err error) error {
	if err != nil && !errors.Is(err, ErrEnded) {
		r.Stop()
		return err // the message comes again
	}
	acknowledged := r.message.DoubleAck(ctx)
	r.Stop()
	return errors.Join(err, acknowledged)
}

// Return gives the job back after a failure that is not the witness's: another worker tries first.
func (r *Run) Return(ctx context.Context, reason string) error {
	defer r.Stop()
	now, revision, err := r.queue.record(ctx, r.ID)
	if err != nil {
		return err
	}
	if now.State == Queued && now.Attempt == r.Attempt {
		now.Tries = append(now.Tries, Try{Worker: r.worker, When: time.Now().UTC(), Reason: reason})
		if err := r.queue.update(ctx, now, revision); err != nil {
			return err
		}
	}
	return r.message.NakWithDelay(returnDelay)
}

// returnDelay is how long a job that was given back waits.
const returnDelay = time.Second

// Stop ends the signs of life. The job goes to another worker, unless it has ended.
func (r *Run) Stop() {
	r.once.Do(func() {
		close(r.silence)
		if r.updates != nil {
			r.updates.Unsubscribe()
			r.cancel(nil)
		}
	})
}
