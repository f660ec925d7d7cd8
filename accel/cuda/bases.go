//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"errors"
	"fmt"
	"sync"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// Bases is a vector of points kept on a device, with precomputed multiples if the memory allowed. It is safe for
// concurrent use.
type Bases struct {
	device *device
	group  *Group
	count  int
	shape  Shape
	window int // fixed window width, or 0

	using  sync.RWMutex // held for reading by every MSM
	table  driver.Ptr   // [shape.Factor][count] affine points
	bytes  uint64
	closed bool
}

// load copies points to the device and computes their multiples.
func (d *device) load(g *Group, points []byte, window, factor int, spare uint64) (*Bases, error) {
	b := &Bases{device: d, group: g, count: len(points) / g.PointBytes(), window: window}
	if b.count == 0 {
		return b, nil
	}
	if err := b.allocate(window, factor, spare); err != nil {
		return nil, err
	}
	if err := b.fill(points); err != nil {
		return nil, fmt.Errorf("loading %d points of %s: %w", b.count, g.Name, errors.Join(err, b.Close()))
	}
	return b, nil
}

// allocate plans the shape and takes the memory.
func (b *Bases) allocate(window, factor int, spare uint64) (err error) {
	if err := b.device.spaces.drop(b.device); err != nil {
		return err
	}
	b.shape, err = b.device.place(b.group, b.count, window, factor, spare, func(bytes uint64) (err error) {
		b.bytes = bytes
		b.table, err = b.device.alloc(ofBases, bytes)
		return err
	})
	return err
}

// fill uploads the points and computes one multiple after the other.
func (b *Bases) fill(points []byte) error {
	k, err := b.device.kernels.of(b.device.context, b.group)
	if err != nil {
		return err
	}
	l := b.device.take()
	defer b.device.put(l)
	if err := l.prepare(); err != nil {
		return err
	}
	if err := b.fillOn(l, k, points); err != nil {
		return errors.Join(err, l.settle())
	}
	return nil
}

func (b *Bases) fillOn(l *lane, k *kernels, points []byte) error {
	c := b.device.context
	if err := l.stage.upload(c, []part{{b.table, points}}, l.compute); err != nil {
		return err
	}
	err := c.Do(func(t *driver.Thread) error {
		stride := driver.Ptr(b.count * b.group.PointBytes())
		for multiple := 1; multiple < b.shape.Factor; multiple++ {
			args := precomputeArgs{
				from: b.table + driver.Ptr(multiple-1)*stride, to: b.table + driver.Ptr(multiple)*stride,
				count: uint32(b.count), doublings: uint32(b.shape.Doublings()),
			}
			blocks := ceilDiv(b.count, precomputeThreads*precomputeBatch)
			if err := launch(t, k.precompute, blocks, precomputeThreads, l.compute, &args); err != nil {
				return err
			}
		}
		return t.Record(l.finished, l.compute)
	})
	if err != nil {
		return err
	}
	return c.Wait(l.finished)
}

// Len returns the number of bases.
func (b *Bases) Len() int { return b.count }

// MultiExp computes the sum over the bases from the index from on, as many as there are scalars. scalars holds whole
// scalars in Montgomery form. It fails with [driver.ErrClosed] after Close.
func (b *Bases) MultiExp(from int, scalars []byte) (*Result, error) {
	results, err := b.MultiExpBatch(from, [][]byte{scalars})
	if err != nil {
		return nil, err
	}
	return results[0], nil
}

// MultiExpBatch computes one sum for each vector of scalars, as [Bases.MultiExp] would, in as few passes as the memory
// allows. The vectors may differ in length.
func (b *Bases) MultiExpBatch(from int, vectors [][]byte) ([]*Result, error) {
	b.using.RLock()
	defer b.using.RUnlock()
	if b.closed {
		return nil, driver.ErrClosed
	}
	for _, v := range vectors {
		if from < 0 || from+len(v)/b.group.ScalarBytes() > b.count || len(v)%b.group.ScalarBytes() != 0 {
			return nil, fmt.Errorf("scalars of %d bytes from base %d on do not fit %d bases", len(v), from, b.count)
		}
	}
	if len(vectors) == 0 {
		return nil, nil
	}
	return b.batch(from, vectors)
}

// batch computes all sums in one pass, or else in two halves.
func (b *Bases) batch(from int, vectors [][]byte) ([]*Result, error) {
	results, err := b.device.execute(b.msm(from, scalarsOf(vectors, b.group.ScalarBytes())))
	if half := len(vectors) / 2; half > 0 && errors.Is(err, driver.ErrOutOfMemory) {
		first, err := b.batch(from, vectors[:half])
		if err != nil {
			return nil, err
		}
		second, err := b.batch(from, vectors[half:])
		return append(first, second...), err
	}
	return results, err
}

// Expect makes room on the device for MSMs of so many vectors of n scalars at once, as the first of them would do, at a cost: the
// device waits while memory is freed and taken. there says that the scalars will be on the device. Where there is no room for all
// of them at once nothing is done.
func (b *Bases) Expect(n, vectors int, there bool) error {
	b.using.RLock()
	defer b.using.RUnlock()
	switch {
	case b.closed:
		return driver.ErrClosed
	case n < 0 || n > b.count || vectors < 0:
		return fmt.Errorf("%d vectors of %d scalars for %d bases", vectors, n, b.count)
	case n == 0 || vectors == 0:
		return nil
	}
	s := scalars{length: n, many: vectors, vectors: make([][]byte, vectors)}
	if there {
		s.there = new(Vector)
	}
	for range lanesPerDevice { // idle lanes are taken in turn
		if err := b.device.expect(b.msm(0, s)); err != nil && !errors.Is(err, driver.ErrOutOfMemory) {
			return err
		}
	}
	return nil
}

// msm is an MSM over the bases from the index from on.
func (b *Bases) msm(from int, s scalars) *msm {
	return &msm{group: b.group, shape: b.shapeFor, scalars: s, table: b.table, first: from, stride: b.count}
}

// shapeFor adapts the shape to n points and to the memory, in bytes, as far as the multiples that there are allow.
func (b *Bases) shapeFor(n int, memory uint64) (Shape, error) {
	return b.device.scratch(b.group, n, b.window, false).over(b.shape, memory)
}

// Close waits for the MSMs that use the bases and frees their memory. A second Close does nothing.
func (b *Bases) Close() error {
	b.using.Lock()
	defer b.using.Unlock()
	if b.closed {
		return nil
	}
	b.closed = true
	if b.table == 0 {
		return nil
	}
	return b.device.free(ofBases, b.table, b.bytes)
}
