package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/interrupt"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// MaxTries bounds the runs of a job. One whose worker died counts if that had no other job.
const MaxTries = 5

const (
	ackWait     = 3 * time.Second // a job goes to another worker if its worker is silent for it
	heartbeat   = ackWait / 6     // between two signs of life
	returnDelay = time.Second     // how long a job that was given back waits
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

// Take begins the run of a message. It returns nil where the job has ended, or ends by this call.
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
	run := &Run{
		Record: r, queue: q, worker: worker, message: m, text: text, Stop: func() {},
	}
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
	timed, end := context.WithDeadlineCause(ctx, r.Deadline, ErrDeadline)
	run.Context, run.cancel = context.WithCancelCause(timed)
	silence, err := subscribe(q.Conn, map[string]nats.MsgHandler{
		"states." + r.ID:  run.follow(r.Attempt),
		runSubject + r.ID: func(m *nats.Msg) { m.Respond([]byte(worker)) },
	})
	if err != nil {
		end()
		return nil, err
	}
	alive, die := context.WithCancel(context.WithoutCancel(ctx))
	run.Stop = sync.OnceFunc(func() {
		die()
		silence()
		run.cancel(nil)
		end()
	})
	go interrupt.Every(alive, heartbeat, func() {
		m.InProgress() // one that does not arrive is made up for by the next
	})
	return run, nil
}

// drop acknowledges the message of an attempt that has ended, once what its worker left is clean.
func (q *Queue) drop(ctx context.Context, r *Record, text message, m jetstream.Msg) error {
	var err error
	if r != nil && r.Attempt == text.Attempt {
		err = q.cleanUp(ctx, r)
	} else {
		err = q.DeleteWitness(ctx, (&Record{ID: text.ID, Attempt: text.Attempt}).witness())
	}
	if Unreachable(ctx, err) {
		return err // the message comes again
	}
	return errors.Join(err, m.Ack())
}

// noteDeath notes that the run before did not end the job, unless that has noted it itself.
func (r *Run) noteDeath(ctx context.Context, revision uint64) error {
	about, err := r.message.Metadata()
	if err != nil || len(r.Tries)+r.Passed+1 >= int(about.NumDelivered) {
		return err
	}
	r.Tries = append(r.Tries, Try{When: time.Now().UTC(), Reason: "its worker died"})
	return r.queue.update(ctx, r.Record, revision)
}

// Run is a job in the hands of a worker. Signs of life go to the server until a method ends it.
type Run struct {
	*Record
	Context context.Context // ends with the job or its deadline, or with the context of Take
	Stop    func()          // ends the signs of life: another has the job, unless it has ended

	queue   *Queue
	worker  string
	message jetstream.Msg
	text    message // what it says
	cancel  context.CancelCauseFunc
	alone   bool
}

// follow cancels the run when its attempt has ended elsewhere. It reads no record, which changes.
func (r *Run) follow(attempt int) nats.MsgHandler {
	return func(m *nats.Msg) {
		now, err := recordOf(m.Data)
		if err == nil && (now.State != Queued || now.Attempt != attempt) {
			r.cancel(fmt.Errorf("%w: %s", ErrEnded, now.State))
		}
	}
}

// Witness returns the pieces of the full witness, as [Space.Witness] does.
func (r *Run) Witness(ctx context.Context, length int64) ([][]byte, error) {
	return r.queue.Space.Witness(ctx, r.witness(), length)
}

// Done ends the job with its proof, or returns [ErrEnded] where another has ended it.
func (r *Run) Done(ctx context.Context, proof []byte, times Times) error {
	return r.acknowledge(ctx, r.queue.end(ctx, r.Record, func(now *Record) {
		now.State, now.Worker, now.Proof, now.Times = Done, r.worker, proof, times
	}))
}

// Fail ends the job with a dead letter.
func (r *Run) Fail(ctx context.Context, f Failure) error {
	f.Worker = r.worker
	return r.acknowledge(ctx, r.queue.Fail(ctx, r.Record, f))
}

// acknowledge acknowledges the message of an attempt that has ended. After another error it may be
// called again, and signs of life go on until then.
func (r *Run) acknowledge(ctx context.Context, err error) error {
	if err != nil && !errors.Is(err, ErrEnded) {
		return err // the message comes again
	}
	defer r.Stop()
	if err != nil { // it may be this run's own end, without an answer, and nothing is clean
		return errors.Join(err, r.queue.drop(ctx, r.Record, r.text, r.message))
	}
	return r.message.DoubleAck(ctx)
}

// BeginAlone counts a try, in case that the worker dies. It has no other job.
func (r *Run) BeginAlone(ctx context.Context) error {
	r.alone = true
	return r.change(ctx, func(now *Record) { now.Alone = r.Alone + 1 })
}

// Return gives the job back after a failure that is not the witness's: another worker tries first.
func (r *Run) Return(ctx context.Context, reason string) error {
	return r.giveBack(ctx, returnDelay, func(now *Record) {
		now.Tries = append(now.Tries, Try{r.worker, time.Now().UTC(), reason})
	})
}

// Leave gives the job back before it was tried.
func (r *Run) Leave(ctx context.Context) error {
	return r.giveBack(ctx, returnDelay, func(now *Record) {
		now.Tries = append(now.Tries, Try{When: time.Now().UTC(),
			Reason: "left to the end: jobs like it have ended two workers"})
	})
}

// Pass gives the job to another worker at once, since this one stops.
func (r *Run) Pass(ctx context.Context) error {
	return r.giveBack(ctx, 0, func(now *Record) { now.Passed++ })
}

func (r *Run) giveBack(ctx context.Context, after time.Duration, note func(*Record)) error {
	defer r.Stop()
	if err := r.change(ctx, func(now *Record) {
		note(now)
		if r.alone {
			now.Alone = max(0, now.Alone-1)
		}
	}); err != nil {
		return err
	}
	return r.message.NakWithDelay(after)
}

func (r *Run) change(ctx context.Context, change func(now *Record)) error {
	err := r.queue.change(ctx, r.Record, change)
	if errors.Is(err, ErrEnded) {
		return nil
	}
	return err
}
