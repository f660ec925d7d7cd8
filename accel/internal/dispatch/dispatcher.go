// Package dispatch decides, for all curves alike, whether an MSM is computed on the device or on the CPU, and what
// becomes of a failure.
//
// It does not compute on the CPU itself: its methods report done = false where the caller has to, because only the
// caller knows the curve's types.
package dispatch

import (
	"errors"
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/rs/zerolog"
)

// Config is the policy of a [Dispatcher].
type Config struct {
	// Strict returns failures to the caller instead of falling back to the CPU.
	Strict bool
	// MinSize is the number of points from which on an MSM goes to the device.
	MinSize int
	// Logger returns the logger to use at the time of the call.
	Logger func() zerolog.Logger
}

// Dispatcher is safe for concurrent use.
type Dispatcher struct {
	config      Config
	backend     Backend // nil without a device
	unavailable error   // why backend is nil

	// lost holds the sticky failure after which the device is not touched any more.
	lost atomic.Pointer[error]

	// running is read-locked by every use of the backend, so that Close waits for them.
	running sync.RWMutex
	closed  bool

	mu    sync.Mutex // guards bases and causes
	bases map[*Bases]struct{}
	// causes are the kinds of failure already logged as a warning.
	causes map[string]struct{}

	noDeviceLogged sync.Once
	counters       counters
}

// New returns a dispatcher over backend. If backend is nil, unavailable says why.
func New(backend Backend, unavailable error, config Config) *Dispatcher {
	d := &Dispatcher{
		config:      config,
		backend:     backend,
		unavailable: unavailable,
		bases:       make(map[*Bases]struct{}),
		causes:      make(map[string]struct{}),
	}
	d.logOpened()
	return d
}

// Devices describes the device in use, if there is one.
func (d *Dispatcher) Devices() []cuda.DeviceInfo {
	if d.Unavailable() != nil {
		return nil
	}
	return d.backend.Devices()
}

// Unavailable says why no device is in use; nil while one is.
func (d *Dispatcher) Unavailable() error {
	if d.backend == nil {
		return d.unavailable
	}
	if lost := d.lost.Load(); lost != nil {
		return *lost
	}
	d.running.RLock()
	defer d.running.RUnlock()
	if d.closed {
		return ErrClosed
	}
	return nil
}

// Statistics returns the counters as they stand.
func (d *Dispatcher) Statistics() Statistics {
	s := Statistics{
		DeviceMSMs:   d.counters.deviceMSMs.Load(),
		DevicePoints: d.counters.devicePoints.Load(),
		CPUSmall:     d.counters.cpu[small].Load(),
		CPUNoDevice:  d.counters.cpu[noDevice].Load(),
		CPUFailure:   d.counters.cpu[failure].Load(),
		CPUPoints:    d.counters.cpuPoints.Load(),
		BytesUp:      d.counters.bytesUp.Load(),
		Failures:     d.counters.failures.Load(),
	}
	if d.backend != nil {
		s.DeviceBytes = d.backend.BytesInUse()
	}
	return s
}

// MultiExp computes an MSM over points that are on the host. If done is false and err is nil, the CPU has to compute it.
func (d *Dispatcher) MultiExp(g *cuda.Group, points, scalars []byte, accept Accept) (done bool, err error) {
	device := func() (*cuda.Result, error) { return d.backend.MultiExp(g, points, scalars) }
	return d.run(newMSM(g, scalars), device, accept)
}

// Close waits for what is running on the device, releases all bases and closes the device.
func (d *Dispatcher) Close() error {
	d.running.Lock()
	alreadyClosed := d.closed
	d.closed = true
	d.running.Unlock()
	if alreadyClosed || d.backend == nil {
		return nil
	}
	// Outside the lock: a running use of some bases holds their lock while it waits for d.running.
	var errs []error
	for _, b := range d.allBases() {
		errs = append(errs, b.Close())
	}
	return errors.Join(append(errs, d.backend.Close())...)
}

// reason says why an MSM is computed on the CPU.
type reason int

const (
	small reason = iota
	noDevice
	failure
	reasons
)

func (r reason) String() string { return [...]string{"small", "no device", "failure"}[r] }

// run computes an MSM by calling device, unless the CPU has to compute it.
func (d *Dispatcher) run(t task, device func() (*cuda.Result, error), accept Accept) (done bool, err error) {
	d.running.RLock()
	defer d.running.RUnlock()
	if d.closed {
		return false, ErrClosed
	}
	if why, ok := d.usable(t.points); !ok {
		return false, d.leaveToCPU(t, why)
	}
	result, err := device()
	if err == nil {
		err = accept(result)
	}
	if err != nil {
		if err := d.fail(t, "device failed, computed on the CPU", err); err != nil {
			return false, err
		}
		return false, d.leaveToCPU(t, failure)
	}
	d.counters.deviceMSMs.Add(1)
	d.counters.devicePoints.Add(uint64(t.points))
	d.counters.bytesUp.Add(result.Report.BytesUp)
	d.logDone(t, &result.Report)
	return true, nil
}

// skip leaves an MSM to the CPU whose bases are not on the device.
func (d *Dispatcher) skip(t task, why reason) error {
	d.running.RLock()
	defer d.running.RUnlock()
	if d.closed {
		return ErrClosed
	}
	return d.leaveToCPU(t, why)
}

// usable says whether n points are worth a device and one is there, and if not, why not.
func (d *Dispatcher) usable(n int) (why reason, ok bool) {
	switch {
	case d.backend == nil:
		return noDevice, false
	case n == 0 || n < d.config.MinSize:
		return small, false
	case d.lost.Load() != nil:
		return failure, false
	}
	return 0, true
}

// leaveToCPU counts and logs an MSM that the caller computes on the CPU. In strict mode it returns an error instead if
// the reason is that the device was lost.
func (d *Dispatcher) leaveToCPU(t task, why reason) error {
	if why == failure {
		if err := d.strictlyLost(t); err != nil {
			return err
		}
	}
	d.counters.cpu[why].Add(1)
	d.counters.cpuPoints.Add(uint64(t.points))
	d.logOnCPU(t, why)
	return nil
}

// fail counts a failure of the device and logs it, or in strict mode returns it.
func (d *Dispatcher) fail(t task, message string, err error) error {
	d.counters.failures.Add(1)
	if errors.Is(err, driver.ErrDeviceLost) && d.lost.CompareAndSwap(nil, &err) {
		d.logLost(err)
	}
	if d.config.Strict {
		return t.wrap(err)
	}
	d.logFailure(t, message, err)
	return nil
}

// strictlyLost returns the error of an operation that strict mode must not leave to the CPU once the device is lost.
func (d *Dispatcher) strictlyLost(t task) error {
	if lost := d.lost.Load(); lost != nil && d.config.Strict {
		return t.wrap(*lost)
	}
	return nil
}

// allBases returns the bases that are on the device.
func (d *Dispatcher) allBases() []*Bases {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Collect(maps.Keys(d.bases))
}

func (d *Dispatcher) remember(b *Bases) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.bases[b] = struct{}{}
}

func (d *Dispatcher) forget(b *Bases) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.bases, b)
}
