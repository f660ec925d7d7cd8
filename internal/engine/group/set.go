package group

import (
	"errors"
	"sync"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/engine"
)

// Set is the devices of an engine. Its zero value has none, and is closed. It is safe for
// concurrent use.
type Set struct {
	devices []*Device // at least one, unless the set is the zero value
	// cpu computes tasks that every device has failed at.
	cpu    *engine.Engine
	strict bool
	least  int // points or elements for a device

	byTimes bool // the choice of a way to make proofs
	host    *Set // without devices, for proofs that are made faster there; or nil

	placement Placement

	choosing sync.Mutex // of devices; guards the speeds
	speeds   []float64  // of the devices, relative to each other; nil for equal ones
}

// Opener opens a device.
type Opener struct {
	Info cuda.DeviceInfo
	Open func() (engine.Backend, error)
}

// New returns a set of devices, and opens the first one that can be opened. Without devices,
// unavailable says why.
func New(openers []Opener, unavailable error, p Placement, config engine.Config) *Set {
	if len(openers) == 0 {
		return Of(engine.New(nil, unavailable, config))
	}
	s := &Set{
		cpu: engine.NewFailed(config), host: Of(engine.NewHost(config)),
		strict: config.Strict, least: config.MinOnDevice(), byTimes: config.ByTimes, placement: p,
	}
	for _, o := range openers {
		s.speeds = append(s.speeds, nominalSpeed(o.Info))
		config := config
		if len(openers) > 1 {
			config.Device = &o.Info
		}
		s.devices = append(s.devices, &Device{
			Info: o.Info,
			open: func() *engine.Engine {
				backend, err := o.Open()
				return engine.New(backend, err, config)
			},
		})
	}
	for _, d := range s.devices {
		if d.Engine().Unavailable() == nil {
			return s
		}
	}
	if len(openers) > 1 {
		s.cpu.LogNoDevice()
	}
	return s
}

// Of returns a set of one engine that is open.
func Of(e *engine.Engine) *Set {
	d := &Device{open: func() *engine.Engine { return e }}
	d.engine.Store(e)
	return &Set{devices: []*Device{d}, cpu: e, strict: e.Strict(), byTimes: e.ByTimes()}
}

// OrDefault returns the set; nil is [Default].
func (s *Set) OrDefault() *Set {
	if s == nil {
		return Default()
	}
	return s
}

// notOpened is the engine of a set that was not opened.
var notOpened = Of(new(engine.Engine))

// small says whether n points or elements are too few for a device.
func (s *Set) small(n int) bool { return n == 0 || n < s.least }

// sole returns the only device that a task over n points concerns, or nil. There is no other, or
// its engine leaves so few points to the CPU.
func (s *Set) sole(n int) *Device {
	if all := s.all(); len(all) == 1 || s.small(n) {
		return all[0]
	}
	return nil
}

// all returns the devices, at least one.
func (s *Set) all() []*Device {
	if len(s.devices) == 0 {
		return notOpened.devices
	}
	return s.devices
}

// deviceOf returns the device of an engine; nil if it is none of the set's.
func (s *Set) deviceOf(e *engine.Engine) *Device {
	for _, d := range s.all() {
		if d.Opened() == e {
			return d
		}
	}
	return nil
}

// opened returns the engines of the devices that work has reached.
func (s *Set) opened() (engines []*engine.Engine) {
	for _, d := range s.all() {
		if e := d.Opened(); e != nil {
			engines = append(engines, e)
		}
	}
	return engines
}

// Several says whether there are several devices. Then a task that fails on one is done elsewhere:
// by the CPU once all have failed.
func (s *Set) Several() bool { return len(s.all()) > 1 }

// Usable returns the number of devices that work.
func (s *Set) Usable() (n int) {
	for _, d := range s.all() {
		if d.Usable() {
			n++
		}
	}
	return n
}

// Home returns the engine of the first device that works. All vectors of users live there. Where
// none works it is the first one's.
func (s *Set) Home() *engine.Engine {
	for _, d := range s.all() {
		if e := d.Engine(); e.Unavailable() == nil {
			return e
		}
	}
	return s.all()[0].Engine()
}

// Devices describes the devices that work, by all that is known.
func (s *Set) Devices() (all []cuda.DeviceInfo) {
	for _, d := range s.all() {
		switch e := d.Opened(); {
		case e == nil:
			all = append(all, d.Info)
		case e.Unavailable() == nil:
			all = append(all, e.Devices()...)
		}
	}
	return all
}

// Unavailable returns nil while a device is in use, and otherwise why not.
func (s *Set) Unavailable() (why error) {
	for _, d := range s.all() {
		e := d.Opened()
		if e == nil || e.Unavailable() == nil {
			return nil
		}
		if why == nil {
			why = e.Unavailable()
		}
	}
	return why
}

// Statistics returns the counters of all devices together.
func (s *Set) Statistics() (sum engine.Statistics) {
	for _, e := range s.opened() {
		sum = sum.Plus(e.Statistics())
	}
	if s.cpu != nil && len(s.devices) > 1 {
		sum = sum.Plus(s.cpu.Statistics())
	}
	if s.host != nil {
		sum = sum.Plus(s.host.Statistics())
	}
	return sum
}

// StatisticsOf returns the counters of each device, by its index. The counters of a device without
// work are zero.
func (s *Set) StatisticsOf() map[int]engine.Statistics {
	each := make(map[int]engine.Statistics, len(s.devices))
	for _, d := range s.devices {
		if d.Info == (cuda.DeviceInfo{}) { // the CPU's
			continue
		}
		each[d.Info.Index] = engine.Statistics{}
		if e := d.Opened(); e != nil {
			each[d.Info.Index] = e.Statistics()
		}
	}
	return each
}

// Renew invalidates the tables and vectors that devices keep between computations. See
// [engine.Engine.Renew].
func (s *Set) Renew() (err error) {
	for _, e := range s.opened() {
		err = errors.Join(err, e.Renew())
	}
	return err
}

// Close closes the devices, and waits for their work.
func (s *Set) Close() (err error) {
	for _, d := range s.devices { // none of a set that was not opened
		err = errors.Join(err, d.close())
	}
	if s.cpu != nil {
		err = errors.Join(err, s.cpu.Close())
	}
	if s.host != nil {
		err = errors.Join(err, s.host.Close())
	}
	return err
}

// Closed says whether the set was closed.
func (s *Set) Closed() bool { return s.cpu == nil || s.cpu.Closed() }

// speed is that of a device. The caller holds choosing.
func (s *Set) speed(i int) float64 {
	if s.speeds == nil {
		return 1
	}
	return s.speeds[i]
}

// nominalSpeed is a device's before anything was measured.
func nominalSpeed(info cuda.DeviceInfo) float64 {
	return float64(max(1, info.Multiprocessors)) * float64(max(1, info.ClockKHz))
}
