package worker

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
)

// cache keeps circuits loaded, in memory and on the device, within a number of bytes. It evicts the
// circuit that was not used for longest, once no job uses it.
type cache struct {
	worker *Worker

	mutex   sync.Mutex
	entries map[string]*entry // by digest
	bytes   int64
}

// entry is a circuit that is loaded, or is being loaded.
type entry struct {
	digest  string
	bytes   int64
	tenants map[*tenant]bool // who has used it
	users   int
	used    time.Time

	loading sync.Mutex
	circuit *circuit.Circuit
}

// lent is a circuit that stays loaded until release is called.
type lent struct {
	*circuit.Circuit
	release func()
}

// get returns a circuit of a tenant, and loads it first if need be.
func (c *cache) get(ctx context.Context, t *tenant, m *circuit.Manifest) (_ *lent, err error) {
	e := c.acquire(t, m)
	e.loading.Lock()
	defer e.loading.Unlock()
	if e.circuit == nil {
		if e.circuit, err = c.load(ctx, t, m); err != nil {
			c.release(e)
			return nil, err
		}
	}
	return &lent{e.circuit, func() { c.release(e) }}, nil
}

func (c *cache) load(
	ctx context.Context, t *tenant, m *circuit.Manifest,
) (*circuit.Circuit, error) {
	begin := time.Now()
	l := c.worker.loading(m, "reading")
	defer l.end()
	files := t.queue.Files(ctx, m).Telling(l.progress)
	if t.children != nil {
		read := *m
		checked, remove, err := t.children.Checked(ctx, &read, files)
		defer remove()
		if err == nil && read.Bytes() != m.Bytes() { // which the cache counts
			err = fmt.Errorf("%w: its files have other sizes than its manifest",
				circuit.ErrMalformed)
		}
		if err != nil {
			return nil, err
		}
		files = checked
	}
	loaded, err := circuit.Read(m, files)
	if err == nil && t.children != nil && loaded.Foreign {
		err = fmt.Errorf("%w: it has instructions of its own, which only a worker of one tenant "+
			"runs", circuit.ErrMalformed)
	}
	if err != nil {
		return nil, err
	}
	l.next("attaching")
	config := c.worker.config
	if err := loaded.Attach(config.Engine, config.Prepared, l.progress); err != nil {
		return nil, err
	}
	took := time.Since(begin)
	c.worker.metrics.Load.Observe(took.Seconds())
	c.worker.log.Info().Str("circuit", m.Digest).Int("constraints", m.Constraints).
		Int64("bytes", m.Bytes()).Dur("took", took).Msg("circuit loaded")
	return loaded, nil
}

// acquire finds or makes the entry of a circuit, and counts a user.
func (c *cache) acquire(t *tenant, m *circuit.Manifest) *entry {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	e := c.entries[m.Digest]
	if e == nil {
		c.evict(m.Bytes())
		e = &entry{digest: m.Digest, bytes: m.Bytes(), tenants: map[*tenant]bool{}}
		c.entries[m.Digest] = e
		c.bytes += e.bytes
	}
	e.tenants[t] = true
	e.users++
	e.used = time.Now()
	c.report()
	return e
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
	c.report()
}

// evict removes circuits that no job uses until a number of bytes more fits.
func (c *cache) evict(bytes int64) {
	for c.bytes+bytes > c.worker.config.Memory {
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
	c.bytes -= e.bytes
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

// clear removes all circuits, when no job is under way.
func (c *cache) clear() {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for _, e := range c.entries {
		c.remove(e)
	}
	c.report()
}

// digests maps each circuit that is loaded, or is being loaded, to one.
func (c *cache) digests() map[string]int {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	all := map[string]int{}
	for digest := range c.entries {
		all[digest] = 1
	}
	return all
}

// loaded lists the circuits of the cache that a tenant has used.
func (c *cache) loaded(t *tenant) []string {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	list := []string{}
	for digest, e := range c.entries {
		if e.tenants[t] {
			list = append(list, digest)
		}
	}
	slices.Sort(list)
	return list
}

func (c *cache) report() {
	c.worker.metrics.Loaded.Set(float64(len(c.entries)))
	c.worker.metrics.Bytes.Set(float64(c.bytes))
}
