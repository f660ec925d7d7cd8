package jobs

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/interrupt"
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
		now, err := recordOf(m.Data)
		if err == nil && (now.State != Queued || now.Attempt != attempt) {
			r.cancel(fmt.Errorf("%w: %s", ErrEnded, now.State))
		}
	}
}

// keepAlive tells the server that the worker is at work. It cancels the run at its deadline.
func (r *Run) keepAlive(ctx context.Context, end time.Time) {
	deadline := time.AfterFunc(time.Until(end), func() { r.cancel(ErrDeadline) })
	defer deadline.Stop()
	interrupt.Every(ctx, heartbeat, func() {
		r.message.InProgress() // one that does not arrive is made up for by the next
	})
}

// Witness returns the pieces of the full witness, as [store.Space.Witness] does.
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

// change changes the record, unless the attempt has ended.
func (r *Run) change(ctx context.Context, change func(now *Record)) error {
	err := r.queue.change(ctx, r.Record, change)
	if errors.Is(err, ErrEnded) {
		return nil
	}
	return err
}
