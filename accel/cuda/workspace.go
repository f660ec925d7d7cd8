//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"errors"
	"fmt"
	"sync"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// Workspace is a place to compute on vectors: a queue of operations on a device, the vectors made for them, and the
// buffers through which elements come and go.
//
// Operations are queued in the order of the calls and return before they have run; [Workspace.Download],
// [Workspace.Evaluate] and [Workspace.Wait] wait, and return the failures of what was queued before. Operations of two
// workspaces run at the same time. All errors of a device without room wrap [driver.ErrOutOfMemory]; after any error the
// contents of the vectors that were written to are not defined. Methods are safe for concurrent use, one at a time runs.
type Workspace struct {
	*space // another workspace's after Close

	mutex  sync.Mutex
	closed bool
	err    error // the first failure; what follows it does nothing
}

// Workspace returns a workspace, which is to be closed after use.
func (b *Backend) Workspace() (*Workspace, error) { return b.device.spaces.take(b.device) }

// Resident copies elements, whole ones in Montgomery form, to a vector that belongs to no workspace: all of the device may
// read it, and it lives until its Close. The elements are on the device when Resident returns.
func (w *Workspace) Resident(f *Field, elements []byte) (*Vector, error) {
	if err := whole(elements, f.ElementBytes()); err != nil {
		return nil, err
	}
	bytes := uint64(max(len(elements), f.ElementBytes()))
	at, err := w.device.spaces.alloc(w.device, ofBases, bytes)
	if err != nil {
		return nil, fmt.Errorf("%d elements of %s: %w", len(elements)/f.ElementBytes(), f.Name, err)
	}
	v := &Vector{memory: &allocation{device: w.device, field: f, at: at, bytes: bytes}, count: len(elements) / f.ElementBytes()}
	w.device.spaces.remember(v.memory)
	if err := errors.Join(w.Upload(v, elements), w.Wait()); err != nil {
		return nil, errors.Join(err, v.Close())
	}
	return v, nil
}

// Vector returns a vector of n elements, all zero. It belongs to the workspace and goes with it, or earlier by its Close.
func (w *Workspace) Vector(f *Field, n int) (*Vector, error) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.closed {
		return nil, driver.ErrClosed
	}
	if n < 0 || n > MaxElements {
		return nil, fmt.Errorf("vector of %d elements: not supported", n)
	}
	a := &allocation{device: w.device, field: f, owner: w, bytes: uint64(max(n, 1) * f.ElementBytes())}
	if free := w.pool[a.bytes]; len(free) > 0 {
		a.at, w.pool[a.bytes] = free[len(free)-1], free[:len(free)-1]
	} else if err := w.allocate(a); err != nil {
		return nil, fmt.Errorf("%d elements of %s: %w", n, f.Name, err)
	}
	w.live[a] = struct{}{}
	return &Vector{memory: a, count: n}, nil
}

// allocate takes new memory and clears it.
func (w *Workspace) allocate(a *allocation) (err error) {
	if a.at, err = w.alloc(a.bytes); err != nil {
		return err
	}
	if err := w.clear(a); err != nil {
		return errors.Join(err, w.device.free(ofVectors, a.at, a.bytes))
	}
	return nil
}

// Spare is the memory, in bytes, that further resident vectors may take of the device beside what workspaces keep or have
// been promised.
func (w *Workspace) Spare() uint64 { return w.device.memory.left(ofBases) }

// release clears the memory of one of the workspace's vectors and keeps it for others.
func (w *Workspace) release(a *allocation) error {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if a.closed {
		return nil
	}
	return w.recycle(a)
}

// Upload queues the copy of elements, whole ones in Montgomery form, to the vector, which has room for exactly these. It
// returns when they have been read.
func (w *Workspace) Upload(v *Vector, elements []byte) error {
	return w.queue("upload", func() error {
		if len(elements) != v.count*v.memory.field.ElementBytes() {
			return fmt.Errorf("%d bytes for %d elements", len(elements), v.count)
		}
		if len(elements) == 0 {
			return nil
		}
		return w.stage.upload(w.device.context, []part{{v.at(0), elements}}, w.stream)
	}, v)
}

// Download copies the vector's elements out, as soon as what was queued before has run, and waits for that.
func (w *Workspace) Download(elements []byte, v *Vector) error {
	return w.queue("download", func() error {
		if len(elements) != v.count*v.memory.field.ElementBytes() {
			return fmt.Errorf("%d bytes for %d elements", len(elements), v.count)
		}
		if len(elements) == 0 {
			return nil
		}
		return w.stage.download(w.device.context, elements, v.at(0), w.stream)
	}, v)
}

// Expect loads the field's kernels and makes the pinned buffers through which vectors of n elements go, as the first operations
// would do.
func (w *Workspace) Expect(f *Field, n int) error {
	return w.queue("preparation", func() error {
		_, err := w.device.kernels.ofField(w.device.context, f)
		return errors.Join(err, w.stage.expect(w.device.context, n*f.ElementBytes()))
	})
}

// Wait waits until everything that was queued has run.
func (w *Workspace) Wait() error {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.err != nil {
		return w.err
	}
	if w.closed {
		return driver.ErrClosed
	}
	w.err = w.wait()
	return w.err
}

// Close clears the workspace's vectors and buffers and waits for that. A second Close does nothing.
func (w *Workspace) Close() error {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.closed {
		return nil
	}
	w.closed = true
	err := errors.Join(w.recycleAll(), w.wait())
	w.stage.wipe()
	return errors.Join(err, w.device.spaces.put(w.space, err != nil))
}

// Err returns the first failure of an operation, which wraps its cause. Until then it is nil.
func (w *Workspace) Err() error {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return w.err
}

// fail makes err the workspace's failure, unless it has one or err is nil. It returns the failure.
func (w *Workspace) fail(err error) error {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.err == nil {
		w.err = err
	}
	return w.err
}

// queue runs f, which queues an operation on the vectors, and says in its errors what was tried.
// After a failure it does nothing and returns that failure again.
func (w *Workspace) queue(what string, f func() error, vectors ...*Vector) error {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.err != nil {
		return w.err
	}
	s := &w.device.spaces
	s.queueing.RLock()
	defer s.queueing.RUnlock()
	err := w.check(vectors)
	if err == nil {
		err = f()
	}
	if err != nil {
		w.err = fmt.Errorf("%s of vectors: %w", what, err)
	}
	return w.err
}

// check returns an error if the workspace, or a vector, was closed, or if a vector is of another workspace or field.
func (w *Workspace) check(vectors []*Vector) error {
	if w.closed {
		return driver.ErrClosed
	}
	for _, v := range vectors {
		switch m := v.memory; {
		case m.owner != nil && m.owner != w:
			return errOtherWorkspace
		case m.closed:
			return driver.ErrClosed
		case m.device != w.device || m.field.Name != vectors[0].memory.field.Name:
			return errOtherField
		}
	}
	return nil
}

var (
	errOtherWorkspace = errors.New("a vector of another workspace")
	errOtherField     = errors.New("a vector of another field or device")
)
