// Package session decides, for all curves alike, whether an MSM, or something about vectors of scalars, is computed on the device or on the CPU, and what
// becomes of a failure.
//
// It does not compute on the CPU itself: its methods report done = false where the caller has to, because only the
// caller knows the curve's types.
package session

import (
	"errors"
	"sync"
	"sync/atomic"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/rs/zerolog"
)

// Config is the policy of a [Engine].
type Config struct {
	// Strict returns failures to the caller instead of falling back to the CPU.
	Strict bool
	// MinSize is the number of points from which on an MSM goes to the device, and of elements for vectors.
	MinSize int
	// Logger returns the logger to use at the time of the call.
	Logger func() zerolog.Logger
}

// small says whether n points or elements are too few for a device.
func (c *Config) small(n int) bool { return n == 0 || n < c.MinSize }

// Engine is safe for concurrent use.
type Engine struct {
	config      Config
	backend     Backend // nil without a device
	unavailable error   // why backend is nil

	// lost holds the sticky failure after which the device is not touched any more.
	lost atomic.Pointer[error]

	// running is read-locked by every use of the backend, so that Close waits for them.
	running sync.RWMutex
	closed  atomic.Bool

	// turns are those of computations, and of sessions that take memory.
	turns *turns

	mu       sync.Mutex // guards bases, sessions and causes
	bases    map[*Bases]struct{}
	sessions map[*Session]struct{} // those that have a workspace
	// causes are the kinds of failure already logged as a warning.
	causes map[string]struct{}

	counters counters
}

// New returns a engine over backend. If backend is nil, unavailable says why.
func New(backend Backend, unavailable error, config Config) *Engine {
	d := &Engine{
		config:      config,
		backend:     backend,
		unavailable: unavailable,
		bases:       make(map[*Bases]struct{}),
		sessions:    make(map[*Session]struct{}),
		causes:      make(map[string]struct{}),
		turns:       newTurns(),
	}
	d.logOpened()
	return d
}

// Devices describes the device in use, if there is one.
func (d *Engine) Devices() []cuda.DeviceInfo {
	if d.Unavailable() != nil {
		return nil
	}
	return d.backend.Devices()
}

// Unavailable says why no device is in use; nil while one is.
func (d *Engine) Unavailable() error {
	if d.backend == nil {
		return d.unavailable
	}
	if lost := d.lost.Load(); lost != nil {
		return *lost
	}
	if d.closed.Load() {
		return ErrClosed
	}
	return nil
}

// MultiExp computes an MSM over points that are on the host. If done is false and err is nil, the CPU has to compute it.
func (d *Engine) MultiExp(g *cuda.Group, points, scalars []byte, accept Accept) (done bool, err error) {
	device := func() ([]*cuda.Result, error) {
		result, err := d.backend.MultiExp(g, points, scalars)
		return []*cuda.Result{result}, err
	}
	return d.run(newMSMs(g, scalars), device, []Accept{accept})
}

// Products measures how many products in the field of a group's coordinates the device computes in a second. It fails
// without a device.
func (d *Engine) Products(g *cuda.Group) (perSecond float64, err error) {
	d.running.RLock()
	defer d.running.RUnlock()
	if err := d.Unavailable(); err != nil {
		return 0, err
	}
	return d.backend.Products(g)
}

// Busy says whether the device has work at this moment, queued or running. It fails without a device.
func (d *Engine) Busy() (bool, error) {
	d.running.RLock()
	defer d.running.RUnlock()
	if err := d.Unavailable(); err != nil {
		return false, err
	}
	return d.backend.Busy()
}

// Close waits for what is running on the device, releases all bases, ends all sessions and closes the device.
func (d *Engine) Close() error {
	d.turns.close()
	d.running.Lock()
	alreadyClosed := d.closed.Swap(true)
	d.running.Unlock()
	if alreadyClosed || d.backend == nil {
		return nil
	}
	// Outside the lock: a running use of some bases holds their lock while it waits for d.running.
	var errs []error
	for _, b := range d.allBases() {
		errs = append(errs, b.Close())
	}
	for _, s := range d.allSessions() {
		errs = append(errs, s.Close())
	}
	return errors.Join(append(errs, d.backend.Close())...)
}
