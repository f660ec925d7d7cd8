// Package engine has one device, or the CPU, compute MSMs and with vectors of scalars.
//
// It decides for all curves alike who computes, and how to go on after a failure.
//
// An [Engine] does not compute on the CPU itself, since it does not know the curves' types. Its
// methods return [ErrOnCPU] where the caller has to compute. One function, Engine.attempt, decides,
// tries, counts and logs. A [Vector] has the CPU's part, too.
package engine

import (
	"cmp"
	"context"
	"errors"
	"io"
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
)

// Engine is safe for concurrent use.
type Engine struct {
	config      Config
	backend     Backend // nil without a device
	unavailable error   // why backend is nil
	absent      reason  // the same, of tasks

	// lost holds the sticky failure after which the device is not touched any more.
	lost atomic.Pointer[error]

	life      lifetime // every use of the backend is a use of it
	admission *admission
	proofs    *turns        // on the device, by their elements
	small     *turns        // of the CPU, since they are small
	ahead     chan struct{} // has an entry while a vector is sent ahead of its proof
	freeing   sync.Mutex    // held while points are freed behind the multiples

	mu     sync.Mutex             // guards open and causes
	open   map[io.Closer]struct{} // bases and sessions that have memory of the device
	causes map[string]struct{}    // kinds of failure, and of tasks without a device, told of once

	counters counters

	timing   sync.Once // guards measured until it was set
	measured Measured
}

// New returns an engine over backend. If backend is nil, unavailable says why.
func New(backend Backend, unavailable error, config Config) *Engine {
	e := &Engine{
		config:      config,
		backend:     backend,
		unavailable: unavailable,
		absent:      noDevice,
		open:        make(map[io.Closer]struct{}),
		admission:   newAdmission(everything),
		ahead:       make(chan struct{}, 1),
		proofs:      newTurns(elementsAtOnce),
		small:       newTurns(smallAtOnce),
	}
	e.logOpened()
	return e
}

// NewFailed returns an engine without a device for tasks that every device has failed at.
func NewFailed(config Config) *Engine { return without(config, errAllFailed, failure) }

// NewHost returns an engine without a device for proofs that take less time so.
func NewHost(config Config) *Engine { return without(config, errSlower, small) }

func without(config Config, why error, absent reason) *Engine {
	config.Device = nil
	return &Engine{config: config, unavailable: why, absent: absent, small: newTurns(smallAtOnce),
		admission: newAdmission(everything)}
}

// Devices describes the device in use, if any.
func (e *Engine) Devices() []cuda.DeviceInfo {
	if e.Unavailable() != nil {
		return nil
	}
	return e.backend.Devices()
}

// Unavailable says why no device is in use; nil while one is.
func (e *Engine) Unavailable() error {
	if e.backend == nil {
		return cmp.Or(e.unavailable, errNotOpened)
	}
	if lost := e.lost.Load(); lost != nil {
		return *lost
	}
	if e.life.over() {
		return ErrClosed
	}
	return nil
}

// onDevice calls f unless no device is in use. The engine is not closed meanwhile.
func onDevice[T any](e *Engine, f func() (T, error)) (none T, err error) {
	if err := e.life.begin(); err != nil {
		return none, err
	}
	defer e.life.end()
	if err := e.Unavailable(); err != nil {
		return none, err
	}
	return f()
}

// Closed says whether the engine was closed.
func (e *Engine) Closed() bool { return e.life.over() }

// elementsAtOnce is the number of wires, or rows, of a device's proofs at once. So many keep it
// busy.
//
// Large proofs that share a device end together. Then their callers solve the next witnesses
// together, while the device is idle. One after the other, each is solved beside another's work.
const elementsAtOnce = 1 << 17

// minElements is the least that a proof counts for. The device waits for the host most of the time
// of a small one. So 32 of them are made at once: if all of a thousand were, the first of them
// would end about when the last one does.
const minElements = 1 << 12

// smallAtOnce is the number of small proofs that the CPU makes at once. They keep more processors
// busy than hosts of one device have.
const smallAtOnce = 128

// Turn waits until there is time for one more proof, with n wires or rows: in the order in which
// proofs arrived. done says that the proof is made. Small proofs for the CPU have turns of their
// own. A proof that a missing or lost device leaves to the CPU does not wait.
//
// The error is [cuda.ErrStopped] once the context is cancelled. The holder must not ask again.
func (e *Engine) Turn(ctx context.Context, arrived Arrival, n int) (done func(), err error) {
	switch why, ok := e.usable(&task{kind: ofElements, size: n, inProof: true}); {
	case ok:
		return e.proofs.wait(ctx, arrived, min(max(int64(n), minElements), elementsAtOnce))
	case why == small:
		return e.small.wait(ctx, arrived, 1)
	}
	return func() {}, nil
}

// Close waits for the work on the device, and closes it. It releases all bases and ends all
// sessions. Only the first Close does anything.
func (e *Engine) Close() error {
	if e.admission != nil { // the engine was opened
		e.admission.close()
	}
	return e.life.close(func() (err error) {
		if e.backend == nil {
			return nil
		}
		for _, c := range e.allOpen() {
			err = errors.Join(err, c.Close())
		}
		return errors.Join(err, e.backend.Close())
	})
}

// LogNoDevice says that the CPU computes everything, and why.
func (e *Engine) LogNoDevice() {
	e.logger().Info().Str("reason", e.unavailable.Error()).
		Msg("no device, MSMs are computed on the CPU")
}

func (e *Engine) logOpened() {
	switch {
	case e.backend != nil:
		for _, info := range e.backend.Devices() {
			e.logger().Info().Str("device", info.Name).Uint64("memory", info.TotalMemory).
				Msg("device opened")
		}
	case e.config.Device != nil:
		e.logger().Warn().Err(e.unavailable).Msg("device not opened, others do its work")
	default:
		e.LogNoDevice()
	}
}

// allOpen returns the bases and sessions that have memory of the device.
func (e *Engine) allOpen() []io.Closer {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Collect(maps.Keys(e.open))
}

func (e *Engine) remember(c io.Closer) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.open[c] = struct{}{}
}

func (e *Engine) forget(c io.Closer) {
	e.mu.Lock()
	defer e.mu.Unlock()
	delete(e.open, c)
}
