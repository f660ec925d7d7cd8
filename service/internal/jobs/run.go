package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	// heartbeat is the time between two signs of life.
	heartbeat = ackWait / 6
	// returnDelay is how long a job that was given back waits.
	returnDelay = time.Second
)

// Run is a job in the hands of a worker. Until one of its methods ends it, signs of life go to the
// server.
type Run struct {
	*Record
	Context context.Context // ends when the job is cancelled, or with the context of Take
	// Stop ends the signs of life. The job goes to another worker, unless it has ended.
	Stop func()

	queue   *Queue
	worker  string
	message jetstream.Msg
	cancel  context.CancelCauseFunc
	alone   bool
}

// follow cancels the run when its attempt has ended elsewhere. The end of the run finds that too.
// The run's record may change meanwhile.
func (r *Run) follow(attempt int) nats.MsgHandler {
	return func(m *nats.Msg) {
		now := new(Record)
		if json.Unmarshal(m.Data, now) == nil && (now.State != Queued || now.Attempt != attempt) {
			r.cancel(fmt.Errorf("%w: %s", ErrEnded, now.State))
		}
	}
}

// keepAlive tells the server that the worker is at work. It cancels the run at its deadline.
func (r *Run) keepAlive(ctx context.Context, end time.Time) {
	tick := time.NewTicker(heartbeat)
	defer tick.Stop()
	deadline := time.NewTimer(time.Until(end))
	defer deadline.Stop()
	for {
		select {
		case <-tick.C:
			r.message.InProgress() // one that does not arrive is made up for by the next
		case <-deadline.C:
			r.cancel(ErrDeadline)
		case <-ctx.Done():
			return
		}
	}
}

// Witness returns the pieces of the full witness, as [store.Space.Witness] does.
func (r *Run) Witness(ctx context.Context) ([][]byte, error) {
	return r.queue.Space.Witness(ctx, r.witness())
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

// acknowledge acknowledges the message of an attempt that has ended.
func (r *Run) acknowledge(ctx context.Context, err error) error {
	if err != nil && !errors.Is(err, ErrEnded) {
		r.Stop()
		return err // the message comes again
	}
	acknowledged := r.message.DoubleAck(ctx)
	r.Stop()
	return errors.Join(err, acknowledged)
}

// BeginAlone counts a try, in case that the worker dies. It has no other job.
func (r *Run) BeginAlone(ctx context.Context) error {
	r.alone = true
	return r.change(ctx, func(now *Record) { now.Alone++ })
}

// Return gives the job back after a failure that is not the witness's: another worker tries first.
func (r *Run) Return(ctx context.Context, reason string) error {
	return r.giveBack(ctx, Try{Worker: r.worker, Reason: reason})
}

// Leave gives the job back before it was tried.
func (r *Run) Leave(ctx context.Context) error {
	return r.giveBack(ctx, Try{Reason: "left to the end: jobs like it have ended two workers"})
}

func (r *Run) giveBack(ctx context.Context, t Try) error {
	defer r.Stop()
	if err := r.change(ctx, func(now *Record) {
		t.When = time.Now().UTC()
		now.Tries = append(now.Tries, t)
		if r.alone {
			now.Alone = max(0, now.Alone-1)
		}
	}); err != nil {
		return err
	}
	return r.message.NakWithDelay(returnDelay)
}

// change changes the record, unless the attempt has ended.
func (r *Run) change(ctx context.Context, change func(now *Record)) error {
	now, revision, err := r.queue.record(ctx, r.ID)
	if err != nil || now.State != Queued || now.Attempt != r.Attempt {
		return err
	}
	change(now)
	return r.queue.update(ctx, now, revision)
}

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

// Arrivals calls back when a new job can be fetched. The callback gets its message's subject.
func (q *Queue) Arrivals(arrived func(subject string)) (*nats.Subscription, error) {
	return q.Conn.Subscribe(arrivals+">", func(m *nats.Msg) {
		arrived(strings.TrimPrefix(m.Subject, arrivals))
	})
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
		last := r.Tries[len(r.Tries)-1].Reason
		return nil, run.Fail(ctx, Failure{
			Cause: GaveUp, Reason: fmt.Sprintf("%d tries; the last: %s", MaxTries, last),
		})
	}
	run.Context, run.cancel = context.WithCancelCause(ctx)
	updates, err := q.Conn.Subscribe("states."+r.ID, run.follow(r.Attempt))
	if err != nil {
		return nil, err
	}
	alive, die := context.WithCancel(context.WithoutCancel(ctx))
	run.Stop = sync.OnceFunc(func() {
		die()
		updates.Unsubscribe()
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
// noted that itself.
func (r *Run) noteDeath(ctx context.Context, revision uint64) error {
	about, err := r.message.Metadata()
	if err != nil || len(r.Tries)+1 >= int(about.NumDelivered) {
		return err
	}
	r.Tries = append(r.Tries, Try{When: time.Now().UTC(), Reason: died})
	return r.queue.update(ctx, r.Record, revision)
}

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
