//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"errors"
	"sync"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// device is one open device: its context, its kernels, its memory, and the lanes that MSMs run on.
type device struct {
	planner
	context *driver.Context
	kernels library
	// idle holds the lanes that no MSM uses. It always holds lanesPerDevice of them when nothing runs.
	idle      chan *lane
	shrinking sync.Mutex
	spaces    spaces
	streams   streams
	crew      crew
}

func openDevice(l *driver.Library, index int, limit uint64) (*device, error) {
	c, err := l.OpenContext(index)
	if err != nil {
		return nil, err
	}
	d := &device{context: c, idle: make(chan *lane, lanesPerDevice)}
	d.multiprocessors = c.Info().Multiprocessors
	err = c.Do(func(t *driver.Thread) error {
		free, total, err := t.MemInfo()
		d.memory.limit = usableMemory(free, total, limit)
		return err
	})
	if err != nil {
		return nil, errors.Join(err, c.Close())
	}
	for i := range lanesPerDevice {
		d.idle <- &lane{device: d, index: i, stage: stage{crew: &d.crew}}
	}
	return d, nil
}

// usableMemory is what may be used of the free memory: all but a reserve for the driver and other programs, at most the
// limit, if one is set.
func usableMemory(free, total, limit uint64) uint64 {
	usable := free - min(free, min(256<<20, total/16))
	if limit != 0 {
		usable = min(usable, limit)
	}
	return usable
}

// take waits for an idle lane. It is given back with put.
func (d *device) take() *lane { return <-d.idle }

func (d *device) put(l *lane) { d.idle <- l }

// alloc takes device memory for bases or vectors, from the lanes too if need be: then it waits for them.
func (d *device) alloc(purpose purpose, bytes uint64) (driver.Ptr, error) {
	if err := d.memory.take(purpose, bytes); err != nil {
		return 0, err
	}
	if d.memory.crowded() {
		if err := d.shrinkLanes(d.share()); err != nil {
			d.memory.give(purpose, bytes)
			return 0, err
		}
	}
	p, err := d.allocNow(bytes)
	if errors.Is(err, driver.ErrOutOfMemory) {
		if err := d.shrinkLanes(0); err != nil {
			d.memory.give(purpose, bytes)
			return 0, err
		}
		p, err = d.allocNow(bytes)
	}
	if err != nil {
		d.memory.give(purpose, bytes)
	}
	return p, err
}

func (d *device) allocNow(bytes uint64) (p driver.Ptr, err error) {
	err = d.context.Do(func(t *driver.Thread) error {
		p, err = t.Alloc(bytes)
		return err
	})
	return p, err
}

func (d *device) free(purpose purpose, p driver.Ptr, bytes uint64) error {
	err := d.context.Do(func(t *driver.Thread) error { return t.Free(p) })
	d.memory.give(purpose, bytes)
	return err
}

// shrinkLanes frees the scratch memory of each lane that has more than `most` bytes of it, once the lane is idle.
func (d *device) shrinkLanes(most uint64) error {
	d.shrinking.Lock() // two that hold a lane each would wait for one another
	defer d.shrinking.Unlock()
	var lanes [lanesPerDevice]*lane
	var failures []error
	for i := range lanes {
		lanes[i] = d.take()
		if lanes[i].arenaBytes > most {
			failures = append(failures, lanes[i].dropArena())
		}
		d.memory.holds(lanes[i].index, lanes[i].arenaBytes)
	}
	for _, l := range lanes {
		d.put(l)
	}
	return errors.Join(failures...)
}

// close waits for the lanes in use, frees everything and leaves the context.
func (d *device) close() error {
	var failures []error
	for range lanesPerDevice {
		failures = append(failures, d.take().close())
	}
	failures = append(failures, d.spaces.close(d))
	d.crew.close()
	failures = append(failures, d.kernels.close(d.context), d.context.Close())
	return errors.Join(failures...)
}
