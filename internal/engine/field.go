package engine

import (
	"cmp"
	"context"
	"errors"
	"sync"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
)

// Field is a scalar field on an engine: it computes with vectors of elements.
type Field struct {
	engine     *Engine
	descriptor *cuda.Field
	alone      bool // no other device can do tasks that this one fails at
	inProof    bool // its results are part of a proof
}

// NewField returns a field on an engine.
func NewField(e *Engine, descriptor *cuda.Field) *Field {
	return &Field{engine: e, descriptor: descriptor}
}

// Engine returns the engine. That of nil, and of a zero value, is closed.
func (f *Field) Engine() *Engine {
	if f == nil || f.engine == nil {
		return neverOpened()
	}
	return f.engine
}

// neverOpened returns an engine that is closed.
var neverOpened = sync.OnceValue(func() *Engine {
	e := New(nil, ErrNotMade, Config{})
	_ = e.Close() // it has no device
	return e
})

// Alone returns the field for vectors that live on its device: no other device has them. A failed
// task is left to the caller, as [ErrOnCPU], or is a strict engine's error.
func (f *Field) Alone() *Field {
	return &Field{engine: f.engine, descriptor: f.descriptor, alone: true}
}

// Descriptor describes the field to the backend.
func (f *Field) Descriptor() *cuda.Field {
	if f == nil || f.descriptor == nil {
		return new(cuda.Field)
	}
	return f.descriptor
}

// Bytes returns the size of n elements.
func (f *Field) Bytes(n int) uint64 { return uint64(n) * uint64(f.Descriptor().ElementBytes()) }

// Compute computes with vectors of n elements on the device. Errors and the log name the operation
// in one word. Compute calls compute with a workspace that serves until compute returns.
//
// Before it returns nil, compute must not change the input of the CPU. It may be called twice,
// if the memory does not suffice the first time. bytesUp is the number of bytes that it sends.
// The error is nil, [ErrOnCPU], [ErrClosed] or the failure of a strict engine.
func (f *Field) Compute(what string, n int, bytesUp uint64,
	compute func(*cuda.Workspace) error) error {
	e := f.Engine()
	t := f.task(what, n).sends(bytesUp)
	err := e.attempt(t, func() error { return e.admitted(context.Background(), compute) })
	if errors.Is(err, ErrElsewhere) && f.alone && !e.config.Strict {
		e.count(func(s *Statistics) { s.onCPU(t, failure) })
		return ErrOnCPU
	}
	return err
}

// Prepare does the part of a first [Field.Compute] that serves all later ones. It may call prepare
// twice, too. Statistics do not count it.
func (f *Field) Prepare(what string, n int, prepare func(*cuda.Workspace) error) error {
	e := f.Engine()
	t := f.task(what, n).uncounted(notPrepared)
	return e.attempt(t, func() error { return e.admitted(context.Background(), prepare) })
}

// Reserve keeps device memory for a later computation with vectors of n elements. Bases loaded from
// now on leave that memory free. Points that were made give way. [ErrOnCPU] says that no memory was
// kept; the computation may end up on the CPU then.
func (f *Field) Reserve(what string, n int, bytes uint64, made *Made) error {
	e := f.Engine()
	t := f.task(what, n).uncounted(notReserved)
	return e.attempt(t, func() error {
		return made.giveWay(e, func() error { return e.backend.Reserve(bytes) })
	})
}

// Warm loads the field's kernels and pins buffers, ahead of a first computation. Its vectors have
// n elements.
func (f *Field) Warm(what string, n int) error {
	return Optional(f.Prepare(what, n, func(w *cuda.Workspace) error {
		w.Warm(f.descriptor, n)
		return nil
	}))
}

// CountSolution counts the solution of a proof's witness, by this module's solver or by gnark's.
func (e *Engine) CountSolution(own bool) {
	e.count(func(s *Statistics) {
		if own {
			s.OwnSolutions++
		} else {
			s.GnarkSolutions++
		}
	})
}

// Free frees n elements that computations left on the device. Once the engine closes, Free does
// nothing. It may be called inside a computation.
func (f *Field) Free(n int, free func() error) error {
	e := f.Engine()
	if e.life.begin() != nil {
		return nil
	}
	defer e.life.end()
	return e.released(f.descriptor, n, free())
}

// Available is the device memory, in bytes, that bases and resident vectors may still take. It is 0
// without a device.
func (e *Engine) Available() uint64 {
	bytes, _ := onDevice(e, func() (uint64, error) { return e.backend.Available(), nil })
	return bytes
}

// admitted computes beside other computations or, if the memory does not suffice, alone.
func (e *Engine) admitted(
	ctx context.Context, compute func(*cuda.Workspace) error,
) error {
	leave, err := e.admit(ctx, func() (err error) {
		w, end, err := e.backend.Begin(ctx)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, end()) }() // after a panic, too
		return cmp.Or(compute(w), w.Err())               // its queued work may have failed
	})
	leave()
	return err
}
