package worker

import (
	"context"
	"maps"
	"strings"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/nats-io/nats.go/jetstream"
)

// source is where jobs of one circuit and one priority wait.
type source struct {
	tenant   *tenant
	priority jobs.Priority
	circuit  *circuit.Manifest
	consumer jetstream.Consumer

	// Of the pulling goroutine alone: when a job was last taken, and when the server was last asked
	// by a blocking fetch.
	used, lastBlocking time.Time
}

// arrived sends the source where a job has arrived to wake, unless it is full.
func (t *tenant) arrived(subject string, wake chan<- *source) {
	t.mutex.Lock()
	at := t.sources[withoutJob(subject)]
	backingOff := at != nil && t.backOffs[at.circuit.Digest].After(time.Now())
	t.mutex.Unlock()
	if at == nil || backingOff {
		return
	}
	select {
	case wake <- at:
	default: // the worker has enough to do
	}
}

// withoutJob cuts the last part, which names the job, from a subject.
func withoutJob(subject string) string {
	return subject[:max(0, strings.LastIndexByte(subject, '.'))] // whoever announced it
}

// watch opens the sources of the tenant's circuits that the worker can prove. It opens the sources
// of new circuits too, and closes them when a circuit is removed.
func (w *Worker) watch(ctx context.Context, t *tenant) error {
	return t.queue.WatchCircuits(ctx, func(digest string, m *circuit.Manifest) {
		if m == nil {
			t.closeSources(digest)
			return
		}
		if err := w.ability.Check(m); err != nil {
			w.log.Warn().Err(err).Str("circuit", m.Digest).Msg("circuit left to other workers")
			return
		}
		for _, priority := range jobs.Priorities {
			w.open(ctx, t, m, priority)
		}
	})
}

func (t *tenant) closeSources(digest string) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	maps.DeleteFunc(t.sources, func(_ string, at *source) bool {
		return at.circuit.Digest == digest
	})
}

// open adds the source of a circuit's jobs, as soon as the server answers.
func (w *Worker) open(
	ctx context.Context, t *tenant, m *circuit.Manifest, priority jobs.Priority,
) {
	var consumer jetstream.Consumer
	err := t.queue.Persist(ctx, func(ctx context.Context) (err error) {
		consumer, err = t.queue.Consumer(ctx, priority, m.Digest)
		return err
	})
	if err != nil {
		w.log.Error().Err(err).Str("circuit", m.Digest).Msg("jobs of this circuit not pulled")
		return
	}
	at := &source{tenant: t, priority: priority, circuit: m, consumer: consumer}
	t.mutex.Lock()
	t.sources[withoutJob(jobs.Subject(priority, m.Digest, "*"))] = at
	t.mutex.Unlock()
	select {
	case w.wake <- at: // jobs may have waited for a worker
	default:
	}
}

// list returns the sources that the worker may pull.
func (t *tenant) list() (all []*source) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	now := time.Now()
	for _, at := range t.sources {
		if t.backOffs[at.circuit.Digest].Before(now) {
			all = append(all, at)
		}
	}
	return all
}
