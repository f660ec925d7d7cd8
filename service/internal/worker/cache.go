package worker

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/gnark-accel/gnark-accel/service/internal/interrupt"
)

// cache keeps circuits loaded within a number of bytes. It evicts the one unused for longest.
type cache struct {
	worker *Worker

	mutex   sync.Mutex
	entries map[string]*entry // by digest
	bytes   atomic.Int64
}

// entry is a circuit that is loaded, or is being loaded.
type entry struct {
	digest  string
	bytes   int64            // from its reading on
	tenants map[*tenant]bool // who has used it
	users   int
	used    time.Time // of the last release

	loading sync.Mutex
	circuit *circuit.Circuit
}

// get returns a tenant's circuit, and loads it if need be. It stays loaded until it is released.
func (c *cache) get(ctx context.Context, t *tenant, m *circuit.Manifest) (*entry, error) {
	c.mutex.Lock()
	e := c.entries[m.Digest]
	if e == nil {
		e = &entry{digest: m.Digest, tenants: map[*tenant]bool{}}
		c.entries[m.Digest] = e
	}
	e.tenants[t] = true
	e.users++
	c.mutex.Unlock()
	e.loading.Lock()
	defer e.loading.Unlock()
	var err error
	if e.circuit == nil {
		if e.circuit, err = c.load(ctx, t, m, e); err != nil {
			c.release(e)
		}
	}
	return e, err
}

func (c *cache) load(
	ctx context.Context, t *tenant, m *circuit.Manifest, e *entry,
) (loaded *circuit.Circuit, err error) {
	w, begin := c.worker, time.Now()
	progress, end := w.loading(m, "reading")
	if files := t.queue.Files(ctx, m).Telling(progress); w.shared() {
		loaded, err = c.readChecked(ctx, t, m, e, files)
	} else {
		c.reserve(e, m.Bytes())
		loaded, err = circuit.Read(m, files)
	}
	end()
	if err != nil {
		return nil, err
	}
	progress, end = w.loading(m, "attaching")
	err = loaded.Attach(w.config.Engine, w.config.Prepared, progress)
	end()
	if err != nil {
		return nil, err
	}
	took := time.Since(begin)
	w.metrics.Load.Observe(took.Seconds())
	w.log.Info().Str("circuit", m.Digest).Int("constraints", m.Constraints).
		Int64("bytes", m.Bytes()).Dur("took", took).Msg("circuit loaded")
	return loaded, nil
}

// readChecked reads a circuit once a child has read it. No manifest says how long its files are.
func (c *cache) readChecked(
	ctx context.Context, t *tenant, m *circuit.Manifest, e *entry, files circuit.Files,
) (*circuit.Circuit, error) {
	described := *m
	checked, remove, err := t.children.Checked(ctx, &described, files)
	defer remove()
	if err != nil {
		return nil, err
	}
	c.reserve(e, described.Bytes())
	loaded, err := circuit.Read(m, checked)
	if err == nil && loaded.Foreign {
		err = fmt.Errorf("%w: it has instructions of its own, which only a worker of one tenant "+
			"runs", circuit.ErrMalformed)
	}
	return loaded, err
}

func (c *cache) reserve(e *entry, bytes int64) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.evict(bytes)
	c.bytes.Add(bytes - e.bytes) // where it is loaded again after an error
	e.bytes = bytes
}

// release counts a user less. An entry that could not be loaded goes with its last user.
func (c *cache) release(e *entry) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	e.users--
	e.used = time.Now()
	if e.users == 0 && e.circuit == nil {
		c.remove(e)
	}
	c.evict(0)
}

// evict removes circuits that no job uses until a number of bytes more fits.
func (c *cache) evict(bytes int64) {
	for c.bytes.Load()+bytes > c.worker.config.Memory {
		var oldest *entry
		for _, e := range c.entries {
			if e.users == 0 && (oldest == nil || e.used.Before(oldest.used)) {
				oldest = e
			}
		}
		if oldest == nil {
			return // jobs need more than that at once
		}
		c.remove(oldest)
	}
}

func (c *cache) remove(e *entry) {
	delete(c.entries, e.digest)
	c.bytes.Add(-e.bytes)
	if e.circuit == nil {
		return
	}
	log := c.worker.log.With().Str("circuit", e.digest).Logger()
	if err := e.circuit.Release(); err != nil {
		log.Warn().Err(err).Msg("circuit not released")
		return
	}
	log.Info().Msg("circuit unloaded")
}

func (c *cache) clear() {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for _, e := range c.entries {
		c.remove(e)
	}
}

// digests lists circuits that are, or are being, loaded: those that a tenant has used, or all.
func (c *cache) digests(used *tenant) []string {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	list := []string{} // never nil, which JSON shows
	for digest, e := range c.entries {
		if used == nil || e.tenants[used] {
			list = append(list, digest)
		}
	}
	slices.Sort(list)
	return list
}

// logEvery is the time between two log lines on the loading of a circuit.
const logEvery = 5 * time.Second

// loading begins a step of a circuit's loading. Its progress goes to [Config] and, at times, a log.
func (w *Worker) loading(
	m *circuit.Manifest, step string,
) (progress func(done, total int64), end func()) {
	var atDone, atTotal atomic.Int64
	ctx, stop := context.WithCancel(context.Background())
	var logging sync.WaitGroup
	logging.Go(func() {
		interrupt.Every(ctx, logEvery, func() {
			w.log.Info().Str("circuit", m.Digest).Str("step", step).Int64("done", atDone.Load()).
				Int64("total", atTotal.Load()).Msg("circuit loading")
		})
	})
	progress = func(done, total int64) {
		atDone.Store(done)
		atTotal.Store(total)
		if w.config.Progress != nil {
			w.config.Progress(step+" circuit "+m.Digest[:8], done, total)
		}
	}
	return progress, func() { stop(); logging.Wait() }
}
