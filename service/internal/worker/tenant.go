package worker

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/gnark-accel/gnark-accel/service/internal/interrupt"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/gnark-accel/gnark-accel/service/internal/untrusted"
	"github.com/nats-io/nats.go/jetstream"
)

type tenant struct {
	queue    *jobs.Queue
	children *untrusted.Children
	sources  sync.Map                // of jobs, by their subjects' beginnings
	running  sync.Map                // identifiers of jobs that are being proved
	working  context.Context         // of its jobs, which go on when the pulling ends
	abandon  context.CancelCauseFunc // ends working

	used     time.Time    // when a job was last taken; of the pulling goroutine alone
	lastTill atomic.Int64 // until when other tenants come first, in seconds since 1970
}

// deadlyTime is how long a tenant comes last whose job has ended two workers.
const deadlyTime = 10 * time.Minute

// last is 1 where other tenants' jobs are taken first.
func (t *tenant) last() int {
	if t.lastTill.Load() > time.Now().Unix() {
		return 1
	}
	return 0
}

func (t *tenant) jobs() []string {
	list := []string{} // never nil, which JSON shows
	for id := range t.running.Range {
		list = append(list, id.(string))
	}
	return list
}

// backOffTime is how long a worker that returned a job leaves the circuit to others.
const backOffTime = 5 * time.Second

// answerTime is how long a draining worker waits for the server's answer.
const answerTime = time.Second / 2

var errSilent = errors.New("the server does not answer")

// abandonSilent abandons jobs of a silent server, while no proof is made, until the context ends.
func (t *tenant) abandonSilent(ctx context.Context, proving *atomic.Int32) {
	interrupt.Every(ctx, time.Second/4, func() {
		if t.queue.Conn.FlushTimeout(answerTime) != nil && proving.Load() == 0 {
			t.abandon(errSilent)
		}
	})
}

// source is where jobs of one circuit and one priority wait.
type source struct {
	tenant   *tenant
	priority jobs.Priority
	circuit  *circuit.Manifest
	backOff  *atomic.Int64 // until when other workers have the circuit's jobs; in ns since 1970
	consumer jetstream.Consumer

	// Of the pulling goroutine alone: when a job was last taken, and when a fetch last blocked.
	used, lastBlocking time.Time
}

// wake has the worker look at a source next, where it has nothing to do.
func (w *Worker) wake(at *source) {
	select {
	case w.woken <- at:
	default:
	}
}

func (w *Worker) arrived(t *tenant, subject string) {
	found, _ := t.sources.Load(withoutJob(subject))
	if at, ok := found.(*source); ok && at.backOff.Load() < time.Now().UnixNano() {
		w.wake(at)
	}
}

// withoutJob cuts the last part, which names the job, from a subject.
func withoutJob(subject string) string {
	return subject[:max(0, strings.LastIndexByte(subject, '.'))] // whoever announced it
}

// watch opens sources of the tenant's circuits that the worker can prove, and closes removed ones.
func (w *Worker) watch(ctx context.Context, t *tenant) error {
	return t.queue.WatchCircuits(ctx, func(digest string, m *circuit.Manifest) {
		if m == nil {
			for key, at := range t.sources.Range {
				if at.(*source).circuit.Digest == digest {
					t.sources.Delete(key)
				}
			}
			return
		}
		if err := w.about.Ability.Check(m); err != nil {
			w.log.Warn().Err(err).Str("circuit", digest).Msg("circuit left to other workers")
			return
		}
		backOff := new(atomic.Int64)
		for _, priority := range jobs.Priorities {
			w.open(ctx, &source{tenant: t, priority: priority, circuit: m, backOff: backOff})
		}
	})
}

// open adds the source of a circuit's jobs, as soon as the server answers, however late.
func (w *Worker) open(ctx context.Context, at *source) {
	t, digest := at.tenant, at.circuit.Digest
	for {
		err := t.queue.Persist(ctx, func(ctx context.Context) (err error) {
			at.consumer, err = t.queue.Consumer(ctx, at.priority, digest)
			return err
		})
		if err == nil {
			break
		}
		w.log.Error().Err(err).Str("circuit", digest).Msg("jobs of this circuit not pulled")
		if !jobs.Unreachable(ctx, err) {
			return
		}
	}
	t.sources.Store(withoutJob(jobs.Subject(at.priority, digest, "*")), at)
	w.wake(at) // jobs may have waited for a worker
}
