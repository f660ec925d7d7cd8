package driver

import "sync/atomic"

// Thread is the right to call CUDA: an OS thread on which a context is current. It exists inside
// [Context.Do] only; afterwards its methods return [ErrOutsideDo].
//
// A failure of work in a [Queue] is reported by whichever call comes after it.
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

// end takes back the right to call CUDA.
func (t *Thread) end() {
	t.ended.Store(true)
	if t.block != nil {
		t.block.release()
	}
}
