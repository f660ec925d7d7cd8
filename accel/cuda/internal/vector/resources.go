package vector

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/device"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/plan"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/staging"
)

// resources are the streams, buffers and memory that a workspace has of a device. They outlive the
// workspace and serve the next one.
type resources struct {
	device *device.Device
	stream driver.Stream
	done   driver.Event
	ring   *staging.Ring
	pool   device.Pool // of the workspace's closed vectors, whose clearing may not have run yet
	live   map[*allocation]struct{}

	events chan driver.Event // for borrowed scalars, one after the other
}

// maxEvents is the number of events that are kept for further scalars.
const maxEvents = 32

// newResources makes the stream and the event of a workspace.
func newResources(d *device.Device) (*resources, error) {
	r := &resources{
		device: d, ring: staging.NewRing(&d.Workers, 0),
		pool: device.Pool{}, live: map[*allocation]struct{}{},
		events: make(chan driver.Event, maxEvents),
	}
	err := d.Context.Do(func(t *driver.Thread) (err error) {
		if r.stream, err = t.NewStream(); err != nil {
			return err
		}
		r.done, err = t.NewEvent(driver.Waking)
		return err
	})
	if err != nil {
		return nil, errors.Join(err, r.destroy())
	}
	return r, nil
}

// do has f queue work in the stream.
func (r *resources) do(f func(q *driver.Queue)) error { return r.device.Context.Queue(r.stream, f) }

// recycle queues the clearing of a vector's memory, and keeps it for others. First it waits until
// no MSM reads the memory. Memory that cannot be cleared is freed.
func (r *resources) recycle(a *allocation) error {
	a.closed = true
	a.lent.Wait()
	delete(r.live, a)
	if err := r.clear(a); err != nil {
		return errors.Join(err, a.free(plan.ForVectors))
	}
	r.pool[a.bytes] = append(r.pool[a.bytes], a.at)
	return nil
}

func (r *resources) clear(a *allocation) error {
	return r.do(func(q *driver.Queue) { q.Memset32(a.at, 0, a.bytes/4) })
}

func (r *resources) recycleAll() (err error) {
	for a := range r.live {
		err = errors.Join(err, r.recycle(a))
	}
	return err
}

// wait waits until everything that was queued has run.
func (r *resources) wait() error { return r.device.Context.Finish(r.stream, r.done) }

// newEvent returns an event that nobody uses.
func (r *resources) newEvent(q *driver.Queue) driver.Event {
	select {
	case e := <-r.events:
		return e
	default:
		return q.NewEvent(driver.Ordering)
	}
}

// releaseEvent keeps an event, unless it is 0 or there are many.
func (r *resources) releaseEvent(e driver.Event) {
	if e == 0 {
		return
	}
	select {
	case r.events <- e:
	default:
		_ = r.device.Context.Do(func(t *driver.Thread) error { return t.DestroyEvent(e) })
	}
}

// destroy frees everything, as far as the device still answers.
func (r *resources) destroy() error {
	err := r.recycleAll()
	if r.stream != 0 {
		settle := func(t *driver.Thread) error { return t.Synchronize(r.stream) }
		err = errors.Join(err, r.device.Context.Do(settle))
	}
	err = errors.Join(err, r.pool.Free(r.device), r.ring.Close(r.device.Context))
	destroyed := r.device.Context.Do(func(t *driver.Thread) (err error) {
		for len(r.events) > 0 {
			err = errors.Join(err, t.DestroyEvent(<-r.events))
		}
		return errors.Join(err, t.DestroyEvent(r.done), t.DestroyStream(r.stream))
	})
	r.stream, r.done = 0, 0
	return errors.Join(err, destroyed)
}
