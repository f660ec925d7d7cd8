package driver

import "sync/atomic"

// Thread is the right to call CUDA: an OS thread on which a context is current. It exists inside
// [Context.Do] only; afterwards its methods return [ErrOutsideDo].
//
// Calls that take a [Stream] enqueue work and return before it has run, unless they say otherwise.
// A failure of such work is reported by whichever call comes after it.
type Thread struct {
	context *Context
	ended   atomic.Bool
	block   *launchBlock // from the first launch on
}

// call calls an entry point. The pragma is that of Library.call.
//
//go:uintptrescapes
func (t *Thread) call(s symbol, args ...uintptr) error { return t.invoke(s, args) }

func (t *Thread) invoke(s symbol, args []uintptr) error {
	if !Available { // a constant: the rest is not linked
		return ErrUnavailable()
	}
	if t.ended.Load() {
		return ErrOutsideDo
	}
	return t.context.note(t.context.library.invoke(s, args))
}
