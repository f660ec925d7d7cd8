package vector

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/device"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/plan"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/staging"
)

// Workspace is a queue of operations on vectors, with the vectors made for them.
//
// Operations are queued in the order of the calls and return before they have run. Operations of
// two workspaces run at the same time. After an operation that failed all later ones do nothing,
// and the contents of vectors that were written to are undefined. [Workspace.Err] returns the first
// failure. So do [Workspace.Download], [Workspace.Evaluate] and [Workspace.Wait], which wait.
//
// All errors of a device without room wrap [driver.ErrOutOfMemory]. Methods are safe for concurrent
// use, and run one at a time.
type Workspace struct {
	*resources // another workspace's after Close
	store      *Store

	mutex  sync.Mutex
	closed bool
	err    error // the first failure

	ctx   context.Context // stops the workspace
	ahead int             // bytes of vectors of the operations since the last wait for them
}

// Workspace returns a workspace over idle resources, or over new ones. It is to be closed after
// use.
func (s *Store) Workspace() (*Workspace, error) {
	r, err := s.acquireResources()
	if err != nil {
		return nil, err
	}
	return &Workspace{resources: r, store: s, ctx: context.Background()}, nil
}

// Begin returns a workspace and its Close. Work that was queued last may fail in that only. Once
// the context is cancelled operations fail with [device.ErrStopped].
//
// Operations that were queued before run to their end, so a workspace with a context that can be
// cancelled does not queue much more than some milliseconds of work ahead.
func (s *Store) Begin(ctx context.Context) (w *Workspace, end func() error, err error) {
	if w, err = s.Workspace(); err != nil {
		return nil, nil, err
	}
	w.ctx = ctx
	return w, w.Close, nil
}

// Resident returns a vector of n elements that belongs to no workspace. Its content is undefined.
//
// All workspaces of the device may read the vector, once a [Workspace.Wait] of the one that wrote
// it has returned. It lives until its Close.
func (w *Workspace) Resident(f *plan.Field, n int) (*Vector, error) {
	return w.newVector(f, n, w.store, func(a *allocation) (err error) {
		if a.at, err = w.store.alloc(plan.ForBases, a.bytes); err != nil {
			return err
		}
		w.store.mutex.Lock()
		defer w.store.mutex.Unlock()
		w.store.residents[a] = struct{}{}
		return nil
	})
}

// Vector returns a vector of n elements, all zero. It belongs to the workspace and is freed with
// it, or earlier by its Close.
func (w *Workspace) Vector(f *plan.Field, n int) (*Vector, error) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.closed {
		return nil, driver.ErrClosed
	}
	v, err := w.newVector(f, n, w, w.allocate)
	if err == nil {
		w.live[v.memory] = struct{}{}
	}
	return v, err
}

// newVector returns a vector of n elements, whose memory take takes.
func (w *Workspace) newVector(
	f *plan.Field, n int, owner owner, take func(*allocation) error,
) (*Vector, error) {
	if n < 0 || n > MaxElements {
		return nil, notSupported(n)
	}
	a := &allocation{device: w.device, field: f, owner: owner, bytes: bytesOf(f, n)}
	if err := take(a); err != nil {
		return nil, fmt.Errorf("%d elements of %s: %w", n, f.Name, err)
	}
	return &Vector{memory: a, count: n}, nil
}

// notSupported is the error of a vector that there is not.
func notSupported(n int) error { return fmt.Errorf("vector of %d elements: not supported", n) }

// bytesOf is the memory of a vector of n elements.
func bytesOf(f *plan.Field, n int) uint64 { return uint64(max(n, 1) * f.ElementBytes()) }

// allocate takes memory that was cleared, or new memory and clears it.
func (w *Workspace) allocate(a *allocation) (err error) {
	for _, take := range []func(uint64) (driver.Ptr, bool){w.pool.Take, w.store.cleared} {
		if at, ok := take(a.bytes); ok {
			a.at = at
			return nil
		}
	}
	if a.at, err = w.alloc(a.bytes); err != nil {
		return err
	}
	if err := w.clear(a); err != nil {
		return errors.Join(err, a.free(plan.ForVectors))
	}
	return nil
}

// alloc takes new memory for vectors or tables. If no other memory is left, it gives up the pool,
// whose vectors have other sizes.
func (w *Workspace) alloc(bytes uint64) (driver.Ptr, error) {
	freePool := func() error { return w.pool.Free(w.device) }
	return w.device.Alloc(plan.ForVectors, bytes, w.store.Reclaim, freePool)
}

// Available returns the memory that further resident vectors may take beside all reservations, in
// bytes.
func (w *Workspace) Available() uint64 { return w.device.Memory.Now().Left(plan.ForBases) }

// Room reports whether the workspace can have a vector of n elements now. It counts no memory that
// others reserve or use.
func (w *Workspace) Room(f *plan.Field, n int) bool {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.closed {
		return false
	}
	bytes := bytesOf(f, n)
	return len(w.pool[bytes]) > 0 ||
		w.store.room(bytes, w.pool.Bytes()+w.device.Memory.Now().Unreserved())
}

// Leaves reports whether a vector of n elements leaves so many bytes to other vectors. It counts as
// if nobody used any.
func (w *Workspace) Leaves(f *plan.Field, n int, bytes uint64) bool {
	return uint64(n*f.ElementBytes())+bytes <= w.device.Memory.Now().MaxVectors()
}

// release clears the memory of one of the workspace's vectors and keeps it for others.
func (w *Workspace) release(a *allocation) error {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if a.closed {
		return nil
	}
	return w.recycle(a)
}

// Upload queues the copy of elements to the vector. It returns once they have been read. The
// elements are whole ones in Montgomery form, as many as the vector has.
func (w *Workspace) Upload(v *Vector, elements []byte) {
	w.copy("upload", v, elements, func() error {
		parts := []staging.Part{{Device: v.at(0), Host: elements}}
		return w.ring.Upload(w.device.Context, parts, w.stream)
	})
}

// UploadPinned is Upload from memory whose pages are locked, and returns at once. The elements must
// not change, nor the pages be unlocked, before a later Wait, or Close, has returned.
func (w *Workspace) UploadPinned(v *Vector, elements []byte) {
	w.copy("upload", v, elements, func() error {
		return w.do(func(q *driver.Queue) { q.CopyIn(v.at(0), elements) })
	})
}

// Download copies the vector's elements to the host, and waits for the copy. All operations that
// were queued before have run by then.
func (w *Workspace) Download(elements []byte, v *Vector) error {
	w.copy("download", v, elements, func() error {
		return w.ring.Download(w.device.Context, elements, v.at(0), w.stream)
	})
	return w.Err()
}

// BeginAlong says that elements will be fetched together with MSMs that begin soon. It does so
// where copies are slow. The item, which may be nil, has to be ended.
func (w *Workspace) BeginAlong() *device.Item { return w.device.Outbox.Begin() }

// DownloadAlong is Download of a few elements, for which an item was begun.
func (w *Workspace) DownloadAlong(i *device.Item, elements []byte, v *Vector) error {
	at, ok := i.Place(len(elements))
	if !ok {
		return w.Download(elements, v)
	}
	w.copy("download", v, elements, func() error {
		err := w.do(func(q *driver.Queue) { q.CopyWithin(at, v.at(0), uint64(v.bytes())) })
		return errors.Join(err, w.wait())
	})
	came, err := i.End()
	copy(elements, came)
	clear(came)
	w.fail(err)
	return w.Err()
}

// copy queues a copy between a vector and as many bytes. There is none on a dry device, nor of an
// empty vector.
func (w *Workspace) copy(operation string, v *Vector, elements []byte, f func() error) {
	w.queue(operation, func() error {
		if w.device.Dry() {
			return nil
		}
		if len(elements) != v.bytes() {
			return fmt.Errorf("%d bytes for %d elements", len(elements), v.count)
		}
		if len(elements) == 0 {
			return nil
		}
		return f()
	}, v)
}

// Warm loads the field's kernels and makes the pinned buffers for vectors of n elements. So the
// first operations do not pay for them.
func (w *Workspace) Warm(f *plan.Field, n int) {
	w.queue("preparation", func() error {
		_, err := w.device.Load(fieldKernels(f))
		return errors.Join(err, w.ring.Prepare(w.device.Context, n*f.ElementBytes()))
	})
}

// Wait waits until all queued operations have run. It returns the workspace's first failure.
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
	w.ring.Wipe()
	return errors.Join(err, w.store.releaseResources(w.resources, err != nil))
}

// Err returns the first failure of an operation, which wraps its cause, or nil.
func (w *Workspace) Err() error {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return w.err
}

// fail makes err the workspace's failure, unless it has one or err is nil.
func (w *Workspace) fail(err error) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.err = cmp.Or(w.err, err)
}

// queue runs f, which queues an operation on the vectors. Its errors name the operation. After a
// failure it does nothing.
func (w *Workspace) queue(operation string, f func() error, vectors ...*Vector) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.err != nil {
		return
	}
	w.store.queueing.RLock()
	defer w.store.queueing.RUnlock()
	err := device.Stopped(w.ctx)
	if err == nil {
		err = w.check(vectors)
	}
	if err == nil {
		err = f()
	}
	if err == nil {
		err = w.pace(vectors)
	}
	if err != nil {
		w.err = fmt.Errorf("%s of vectors: %w", operation, err)
	}
}

// maxAhead limits how far operations may be ahead of the device. It is for operations that can be
// stopped. It is a number of bytes of vectors. An H100 computes with as many in less than 10 ms.
const maxAhead = 2 << 30

// pace waits for the queued operations if they are many. So all can be stopped soon.
func (w *Workspace) pace(vectors []*Vector) error {
	if w.ctx.Done() == nil {
		return nil
	}
	for _, v := range vectors {
		w.ahead += v.bytes()
	}
	if w.ahead < maxAhead {
		return nil
	}
	w.ahead = 0
	return w.wait()
}

// operate queues the launches of f, for vectors of one length, unless that is 0.
func (w *Workspace) operate(
	operation string, f func(q *driver.Queue, k device.Functions), vectors ...*Vector,
) {
	w.queue(operation, func() error {
		if err := sameLength(vectors...); err != nil || vectors[0].count == 0 {
			return err
		}
		k, err := w.device.Load(fieldKernels(vectors[0].memory.field))
		if err != nil {
			return err
		}
		return w.do(func(q *driver.Queue) { f(q, k) })
	}, vectors...)
}

// check returns an error if the workspace or a vector was closed. It also refuses vectors of
// another workspace or field.
func (w *Workspace) check(vectors []*Vector) error {
	if w.closed {
		return driver.ErrClosed
	}
	for _, v := range vectors {
		owner := v.workspace()
		switch m := v.memory; {
		case owner != nil && owner != w:
			return errOtherWorkspace
		case m.closed:
			return driver.ErrClosed
		case m.device != w.device || m.field.Name != vectors[0].memory.field.Name:
			return device.ErrOtherField
		}
	}
	return nil
}

// workspace returns the workspace that the vector belongs to, or nil.
func (v *Vector) workspace() *Workspace {
	w, _ := v.memory.owner.(*Workspace)
	return w
}

var errOtherWorkspace = errors.New("a vector of another workspace")
