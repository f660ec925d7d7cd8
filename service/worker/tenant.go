package worker

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/gnark-accel/gnark-accel/service/internal/fleet"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// tenant is what a worker knows of a tenant.
type tenant struct {
	queue *jobs.Queue

	mutex   sync.Mutex
	sources map[string]*source   // by their subjects' beginnings
	running map[string]bool      // identifiers of jobs
	shunned map[string]time.Time // until when other workers have a circuit's jobs, by digest
}

// source is where jobs of one circuit and one priority wait.
type source struct {
	tenant   *tenant
	priority jobs.Priority
	circuit  *circuit.Manifest
	consumer jetstream.Consumer
	used     time.Time // when a job was last taken; of the pulling goroutine alone
}

func newTenant(queue *jobs.Queue) *tenant {
	return &tenant{queue: queue, sources: map[string]*source{}, running: map[string]bool{},
		shunned: map[string]time.Time{}}
}

// listen sends the sources where jobs arrive to wake, unless it is full.
func (t *tenant) listen(wake chan<- *source) (*nats.Subscription, error) {
	return t.queue.Arrivals(func(m *nats.Msg) {
		t.mutex.Lock()
		at := t.sources[withoutJob(m.Subject)]
		shunned := at != nil && t.shunned[at.circuit.Digest].After(time.Now())
		t.mutex.Unlock()
		if at == nil || shunned {
			return
		}
		select {
		case wake <- at:
		default: // the worker has enough to do
		}
	})
}

// withoutJob cuts the last part, which names the job, from a subject.
func withoutJob(subject string) string { return subject[:strings.LastIndexByte(subject, '.')] }

// watch opens the sources of the tenant's circuits as far as the worker can prove them: those that
// there are, and then each that comes.
func (w *Worker) watch(ctx context.Context, t *tenant) error {
	circuits, err := t.queue.WatchCircuits(ctx)
	if err != nil {
		return err
	}
	go func() {
		for m := range circuits {
			if err := w.ability.Check(m); err != nil {
				w.log.Warn().Err(err).Str("circuit", m.Digest).Msg("circuit left to other workers")
				continue
			}
			for _, priority := range jobs.Priorities {
				w.open(ctx, t, m, priority)
			}
		}
	}()
	return nil
}

// open adds the source of a circuit's jobs, as soon as the server answers.
func (w *Worker) open(
	ctx context.Context, t *tenant, m *circuit.Manifest, priority jobs.Priority,
) {
	var consumer jetstream.Consumer
	err := jobs.Persist(ctx, func() (err error) {
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
		if t.shunned[at.circuit.Digest].Before(now) {
			all = append(all, at)
		}
	}
	return all
}

// shunTime is how long a worker leaves a circuit to others after it has given a job back.
const shunTime = 5 * time.Second

// shun leaves the jobs of a circuit to other workers for a while, if one that answers can prove it.
func (w *Worker) shun(ctx context.Context, at *source) {
	workers, err := fleet.Ask(ctx, at.tenant.queue.Conn)
	if err != nil {
		return
	}
	others := slices.DeleteFunc(workers, func(other fleet.Worker) bool { return other.ID == w.id })
	if fleet.Check(others, at.circuit) != nil {
		return
	}
	at.tenant.mutex.Lock()
	defer at.tenant.mutex.Unlock()
	at.tenant.shunned[at.circuit.Digest] = time.Now().Add(shunTime)
}

// begins and ends note that a job is being proved.
func (t *tenant) begins(id string) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.running[id] = true
}

func (t *tenant) ends(id string) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	delete(t.running, id)
}

// jobs lists the jobs that are being proved.
func (t *tenant) jobs() []string {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	return slices.AppendSeq([]string{}, maps.Keys(t.running)) // never nil, which JSON shows
}
