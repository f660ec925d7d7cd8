package vector

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/accel/cuda/device"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/plan"
	"github.com/gnark-accel/gnark-accel/accel/cuda/staging"
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

	events events // of scalars that are lent
}

// newResources makes the stream and the event of a workspace.
func newResources(d *device.Device) (*resources, error) {
	r := &resources{
		device: d, ring: staging.NewRing(&d.Workers),
		pool: device.Pool{}, live: map[*allocation]struct{}{},
	}
	err := r.do(func(t *driver.Thread) (err error) {
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

func (r *resources) do(f func(t *driver.Thread) error) error { return r.device.Context.Do(f) }

// recycle queues the clearing of a vector's memory, once no MSM reads it, and keeps it for others.
// Memory that cannot be cleared is freed.
func (r *resources) recycle(a *allocation) error {
	a.closed = true
	a.lent.Wait()
	delete(r.live, a)
	if err := r.clear(a); err != nil {
		return errors.Join(err, a.free(plan.ForVectors))
	}
	r.pool.Add(a.at, a.bytes)
	return nil
}

func (r *resources) clear(a *allocation) error {
	return r.do(func(t *driver.Thread) error { return t.Memset32(a.at, 0, a.bytes/4, r.stream) })
}

func (r *resources) recycleAll() (err error) {
	for a := range r.live {
		err = errors.Join(err, r.recycle(a))
	}
	return err
}

// wait waits until everything that was queued has run.
func (r *resources) wait() error {
	err := r.do(func(t *driver.Thread) error { return t.Record(r.done, r.stream) })
	if err != nil {
		return err
	}
	return r.device.Context.Wait(r.done)
}

// destroy frees everything, as far as the device still answers.
func (r *resources) destroy() error {
	settle := func(t *driver.Thread) error { return device.Synchronize(t, r.stream) }
	err := errors.Join(
		r.recycleAll(), r.do(settle), r.pool.Free(r.device), r.ring.Close(r.device.Context))
	destroyed := r.do(func(t *driver.Thread) error {
		return errors.Join(r.events.destroy(t), t.DestroyEvent(r.done),
			t.DestroyStream(r.stream))
	})
	r.stream, r.done = 0, 0
	return errors.Join(err, destroyed)
}
