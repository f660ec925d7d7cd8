// Package worker joins a fleet, pulls jobs and proves them.
package worker

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/gnark-accel/gnark-accel/service/internal/interrupt"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/gnark-accel/gnark-accel/service/internal/untrusted"
	"github.com/nats-io/nuid"
	"github.com/rs/zerolog"
)

// Worker pulls jobs of one or several tenants and proves them on one engine.
type Worker struct {
	config  Config
	log     zerolog.Logger
	metrics *metrics
	about   jobs.Worker // what does not change

	tenants []*tenant
	cache   *cache
	slots   *slots
	woken   chan *source // to be looked at next

	// of the pulling goroutine alone
	picks        int
	lastBlocking time.Time // when a source was last asked by a blocking fetch

	Joined  chan struct{} // closed once the worker answers all tenants
	pulling context.Context
	stop    context.CancelFunc // ends the pulling
	loaded  atomic.Int32       // those of Config.Circuits that are loaded
	working sync.WaitGroup     // jobs
	proving atomic.Int32       // those whose proof is being made
	loads   sync.WaitGroup     // of circuits
}

// New returns a worker of the tenants whose queues are given.
func New(queues []*jobs.Queue, c Config) *Worker {
	c = c.withDefaults()
	host, _ := os.Hostname()
	w := &Worker{
		config: c, slots: newSlots(c.Slots),
		woken: make(chan *source, 64), Joined: make(chan struct{}),
		about: jobs.Worker{
			ID: host + "-" + nuid.Next()[16:], Host: host, PID: os.Getpid(),
			Started: time.Now().UTC(), Ability: circuit.OwnAbility(), Slots: c.Slots,
			Devices: []string{},
		},
	}
	for _, device := range c.Engine.Devices() {
		w.about.Devices = append(w.about.Devices, device.Name)
		w.about.Memory.Total += device.TotalMemory
	}
	w.log = c.Log.With().Str("worker", w.about.ID).Logger()
	w.cache = &cache{worker: w, entries: map[string]*entry{}}
	w.metrics = newMetrics(c.Registry, w.cache, c.Engine)
	for _, queue := range queues {
		working, abandon := context.WithCancelCause(context.Background())
		w.tenants = append(w.tenants, &tenant{
			queue: queue, children: untrusted.New(), working: working, abandon: abandon,
		})
	}
	return w
}

// shared tells whether there are several tenants, who may mean each other harm.
func (w *Worker) shared() bool { return len(w.tenants) > 1 }

// Run works, once, until the context is cancelled or the worker is drained. Then it takes no more
// jobs, leaves those that it has not begun to prove, and returns when its proofs are made.
func (w *Worker) Run(ctx context.Context) error {
	pulling, stop := context.WithCancel(ctx)
	defer stop()
	w.pulling, w.stop = pulling, stop
	for _, t := range w.tenants {
		leave, err := w.join(pulling, t)
		if err != nil {
			return fmt.Errorf("tenant %s: %w", t.queue.Secrets.Name, err)
		}
		defer leave()
	}
	close(w.Joined)
	w.log.Info().Int("slots", w.about.Slots).Strs("devices", w.about.Devices).Msg("worker started")
	w.loads.Go(func() { w.preload(pulling) })
	w.pull(pulling)

	running := 0
	finishing, end := context.WithCancel(context.Background())
	for _, t := range w.tenants {
		running += len(t.jobs())
		go t.abandonSilent(finishing, &w.proving)
	}
	w.log.Info().Int("running", running).Msg("worker drains")
	w.working.Wait()
	end()
	if interrupt.Within(loadTime, w.loads.Wait) {
		w.cache.clear()
	}
	w.log.Info().Msg("worker stopped")
	return nil
}

// loadTime bounds a stopping worker's wait for the step of loading under way.
const loadTime = time.Second / 2

// Ready says why the worker is not ready, and names no circuit, or returns nil.
func (w *Worker) Ready() error {
	select {
	case <-w.Joined:
	default:
		return errors.New("the worker has not joined yet")
	}
	if w.pulling.Err() != nil {
		return errors.New("the worker drains")
	}
	if n, all := int(w.loaded.Load()), len(w.config.Circuits); n < all {
		return fmt.Errorf("the worker has loaded %d of %d circuits", n, all)
	}
	return nil
}

// join has a tenant's circuits watched, and its questions answered, until leave is called.
func (w *Worker) join(ctx context.Context, t *tenant) (leave func(), err error) {
	if err := w.watch(ctx, t); err != nil {
		return nil, err
	}
	return jobs.Answer(t.queue.Conn, w.about.ID, jobs.Answers{
		Describe: func() jobs.Worker {
			d := w.about
			d.Memory.Used = w.config.Engine.Statistics().DeviceBytes
			d.Loaded, d.Running = w.cache.digests(t), t.jobs()
			d.Draining, d.Ready = w.pulling.Err() != nil, w.Ready() == nil
			return d
		},
		Drain: func() string {
			if w.shared() {
				return jobs.ErrShared.Error()
			}
			w.stop() // Run takes no more jobs
			return ""
		},
		Check: func(m *circuit.Manifest) error {
			_, remove, err := t.children.Checked(ctx, m, t.queue.Files(ctx, m))
			remove()
			return err
		},
		Arrived: func(subject string) { w.arrived(t, subject) },
	})
}

// preload loads the circuits that the worker was told to, as tenants add them.
func (w *Worker) preload(ctx context.Context) {
	for _, name := range w.config.Circuits {
		for !w.load(ctx, name) {
			select {
			case <-ctx.Done():
				return
			case <-time.After(time.Second):
			}
		}
		w.loaded.Add(1)
	}
}

// load loads the circuit of that name for all tenants that have it. It tells whether one has.
func (w *Worker) load(ctx context.Context, name string) (loaded bool) {
	for _, t := range w.tenants {
		m, err := t.queue.FindCircuit(ctx, name)
		var e *entry
		if err == nil {
			e, err = w.cache.get(ctx, t, m)
		}
		if err == nil {
			w.cache.release(e)
			loaded = true
		} else if ctx.Err() == nil {
			w.log.Debug().Err(err).Str("circuit", name).Str("tenant", t.queue.Secrets.Name).
				Msg("circuit not loaded yet")
		}
	}
	return loaded
}
