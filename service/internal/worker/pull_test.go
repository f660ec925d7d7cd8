package worker

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/gnark-accel/gnark-accel/service/internal/servicetest"
	"github.com/nats-io/nats.go/jetstream"
)

// pulling returns a worker with sources of some priorities, each with n messages. The sources ask
// the consumers that a function returns.
func pulling(
	t *testing.T, n int, of func(jetstream.Consumer) jetstream.Consumer,
	priorities ...jobs.Priority,
) *Worker {
	t.Helper()
	queue := servicetest.Start(t, "a").Queue(t, 0)
	w := New([]*jobs.Queue{queue}, Config{})
	m := &circuit.Manifest{Digest: "c"}
	for _, priority := range priorities {
		consumer, err := queue.Consumer(t.Context(), priority, m.Digest)
		if err != nil {
			t.Fatal(err)
		}
		w.tenants[0].sources.Store(withoutJob(jobs.Subject(priority, m.Digest, "*")), &source{
			tenant: w.tenants[0], priority: priority, circuit: m, consumer: of(consumer),
			backOff: new(atomic.Int64),
		})
		for _, id := range []string{"i", "j", "k"}[:n] {
			subject := jobs.Subject(priority, m.Digest, id)
			if _, err = queue.JetStream.Publish(t.Context(), subject, nil); err != nil {
				t.Fatal(err)
			}
		}
		servicetest.Eventually(t, func() bool { // the server counts them a moment later
			info, err := consumer.Info(t.Context())
			return err == nil && info.NumPending == uint64(n)
		})
	}
	return w
}

// miscounting is a consumer whose server believes that no message waits.
type miscounting struct{ jetstream.Consumer }

func (c miscounting) FetchNoWait(int) (jetstream.MessageBatch, error) { return noMessages{}, nil }

// noMessages is an empty answer.
type noMessages struct{ jetstream.MessageBatch }

func (noMessages) Messages() <-chan jetstream.Msg {
	none := make(chan jetstream.Msg)
	close(none)
	return none
}

func (noMessages) Error() error { return nil }

// TestMiscountedJobs finds waiting jobs that the server's count lacks.
func TestMiscountedJobs(t *testing.T) {
	w := pulling(t, 1, func(c jetstream.Consumer) jetstream.Consumer { return miscounting{c} },
		jobs.Priorities...)
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	found := map[jobs.Priority]bool{}
	for len(found) < len(jobs.Priorities) {
		at, messages := w.look(ctx, 1)
		if ctx.Err() != nil {
			t.Fatalf("found jobs of %v only", found)
		}
		if messages != nil {
			found[at.priority] = true
		}
	}
}

// TestJobsAreTakenTogether takes several jobs of one source, the urgent ones first.
func TestJobsAreTakenTogether(t *testing.T) {
	w := pulling(t, 3, func(c jetstream.Consumer) jetstream.Consumer { return c },
		jobs.Low, jobs.High)
	for i, want := range []struct {
		priority jobs.Priority
		jobs     int
	}{{jobs.High, 2}, {jobs.High, 1}, {jobs.Low, 2}, {jobs.Low, 1}} {
		at, messages := w.look(t.Context(), 2)
		if at.priority != want.priority || len(messages) != want.jobs {
			t.Errorf("%d: %d jobs of %s, expected %d of %s", i, len(messages), at.priority,
				want.jobs, want.priority)
		}
	}
}

// TestDeadlyTenantIsLast orders the sources of a tenant whose job has ended two workers behind all
// others, whatever their urgency.
func TestDeadlyTenantIsLast(t *testing.T) {
	w := New([]*jobs.Queue{nil, nil}, Config{})
	m := &circuit.Manifest{Digest: "c"}
	for i, priority := range []jobs.Priority{jobs.High, jobs.Low} {
		w.tenants[i].sources.Store("s", &source{
			tenant: w.tenants[i], priority: priority, circuit: m, backOff: new(atomic.Int64),
		})
	}
	for pick := range 2 * fairEvery {
		if pick == fairEvery {
			w.tenants[0].lastTill.Store(time.Now().Add(time.Hour).Unix())
		}
		if first := w.order()[0].tenant; first != w.tenants[min(1, pick/fairEvery)] &&
			pick != fairEvery-1 {
			t.Errorf("search %d begins with another tenant", pick)
		}
	}
}
