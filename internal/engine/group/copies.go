package group

import (
	"errors"
	"io"
	"maps"
	"sync"

	"github.com/gnark-accel/gnark-accel/internal/engine"
)

// Copies are the copies of something, such as a key, on a set's devices. The first one is made by
// the first use, and others where uses would wait for each other. It is safe for concurrent use.
type Copies[C io.Closer] struct {
	set  *Set
	n    int // points that a use works with
	load func(*engine.Engine) (C, error)
	one  bool // no second copy is made, unless the first one's device fails

	mutex  sync.Mutex // guards the fields below
	on     map[*Device]*copyOn[C]
	closed bool
}

// copyOn is the copy on a device; that of the CPU is on nil.
type copyOn[C io.Closer] struct {
	loading sync.Mutex // guards the fields below
	loaded  bool
	value   C
	held    int // points that the device counts
}

// NewCopies returns copies that load makes. A use works with n points of them.
func NewCopies[C io.Closer](s *Set, n int, load func(*engine.Engine) (C, error)) *Copies[C] {
	return &Copies[C]{
		set: s, n: n, load: load, one: s.placement == Whole, on: make(map[*Device]*copyOn[C]),
	}
}

// NewPart returns copies of a part. If the part has a device, that one has the only copy.
func NewPart[C io.Closer](s *Set, p Part, load func(*engine.Engine) (C, error)) *Copies[C] {
	c := NewCopies(s, p.To-p.From, load)
	c.one = c.one || p.Device != Anywhere
	if p.Device != Anywhere {
		c.reserve(s.all()[p.Device])
	}
	return c
}

// Any returns a copy, which it makes if there is none.
func (c *Copies[C]) Any() (value C, err error) {
	err = c.try(func(d *Device) error {
		value, err = c.get(d)
		return err
	})
	return value, err
}

// Use has a copy used for one task: on the device that would end it first, and where that fails on
// another one, then by the CPU.
func (c *Copies[C]) Use(task func(C) error) error {
	return c.try(func(d *Device) error {
		value, err := c.get(d)
		if err != nil {
			return err
		}
		return task(value)
	})
}

// On returns the copy on a device's engine. It makes one if that is allowed.
func (c *Copies[C]) On(e *engine.Engine) (value C, ok bool) {
	d := c.set.deviceOf(e)
	if d == nil || c.one && !c.has(d) {
		return value, false
	}
	value, err := c.get(d)
	return value, err == nil
}

func (c *Copies[C]) try(task func(*Device) error) error {
	if d := c.set.sole(c.n); d != nil {
		return task(d)
	}
	return c.attempts().do(task)
}

func (c *Copies[C]) attempts() *attempts {
	return c.set.attempts(need{points: c.n, loaded: c.has, copied: !c.one && !c.isClosed()})
}

// Places returns the number, at least 1, of devices for uses at once.
func (c *Copies[C]) Places() int {
	if c.one || c.set.small(c.n) {
		return 1
	}
	return max(1, c.set.Usable())
}

// EachCopy calls f with all copies.
func (c *Copies[C]) EachCopy(f func(C)) {
	for _, on := range c.all() {
		on.loading.Lock()
		if on.loaded {
			f(on.value)
		}
		on.loading.Unlock()
	}
}

// has says whether a device has a copy, or is to load one.
func (c *Copies[C]) has(d *Device) bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.on[d] != nil
}

// get returns the copy on a device, which it makes if there is none. Other uses wait for that.
func (c *Copies[C]) get(d *Device) (value C, err error) {
	on := c.locked(d)
	defer on.loading.Unlock()
	switch {
	case on.loaded:
		return on.value, nil
	case c.isClosed():
		return value, engine.ErrClosed
	}
	if on.value, err = c.load(c.set.engineOf(d)); err != nil {
		c.mutex.Lock()
		defer c.mutex.Unlock()
		if c.on[d] == on {
			delete(c.on, d)
		}
		return value, err
	}
	on.loaded = true
	on.held = c.n
	d.hold(c.n)
	return on.value, nil
}

// locked returns the copy on a device, with its mutex held.
func (c *Copies[C]) locked(d *Device) *copyOn[C] {
	for {
		on := c.reserve(d)
		on.loading.Lock()
		if c.reserve(d) == on {
			return on
		}
		on.loading.Unlock() // its load has failed, and it is listed no more
	}
}

// reserve lists the copy on a device.
func (c *Copies[C]) reserve(d *Device) *copyOn[C] {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.on[d] == nil {
		c.on[d] = new(copyOn[C])
	}
	return c.on[d]
}

func (c *Copies[C]) isClosed() bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.closed
}

func (c *Copies[C]) all() map[*Device]*copyOn[C] {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return maps.Clone(c.on)
}

// Close closes all copies, and no more are made. Later uses find closed ones.
func (c *Copies[C]) Close() (err error) {
	c.mutex.Lock()
	c.closed = true
	c.mutex.Unlock()
	for d, on := range c.all() {
		on.loading.Lock()
		if on.loaded {
			err = errors.Join(err, on.value.Close())
		}
		d.hold(-on.held)
		on.held = 0
		on.loading.Unlock()
	}
	return err
}
