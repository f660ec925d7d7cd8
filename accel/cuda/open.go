//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// Backend is the open devices. It is safe for concurrent use.
type Backend struct {
	device *device
	config Config
}

// Open opens the devices of the configuration: for now one. The errors wrap the driver package's: [driver.ErrNoLibrary],
// [driver.ErrNoDevice], [driver.ErrDriverTooOld], [driver.ErrDeviceTooOld].
func Open(c Config) (*Backend, error) {
	index := 0
	switch len(c.Devices) {
	case 0:
	case 1:
		index = c.Devices[0]
	default:
		return nil, fmt.Errorf("%w: %d devices asked for, one is used for now", driver.ErrNotSupported, len(c.Devices))
	}
	l, err := driver.Open(c.Library)
	if err != nil {
		return nil, err
	}
	d, err := openDevice(l, index, c.MemoryLimit)
	if err != nil {
		return nil, err
	}
	return &Backend{device: d, config: c}, nil
}

// Devices describes the open devices.
func (b *Backend) Devices() []DeviceInfo { return []DeviceInfo{b.device.context.Info()} }

// BytesInUse is the device memory that is allocated now: bases and the lanes' scratch.
func (b *Backend) BytesInUse() uint64 { return b.device.context.BytesInUse() }

// Load copies points, affine and in Montgomery form, to the device, with as many multiples as the configuration and
// the memory allow. It keeps none in the last spare bytes of the memory for bases, which others will need. It fails with
// [driver.ErrOutOfMemory] if the points alone do not fit.
func (b *Backend) Load(g *Group, points []byte, spare uint64) (*Bases, error) {
	if err := whole(points, g.PointBytes()); err != nil {
		return nil, err
	}
	return b.device.load(g, points, b.config.Window, b.config.Factor, spare)
}

// MultiExp computes the sum of scalars[i]·points[i], which all travel to the device.
func (b *Backend) MultiExp(g *Group, points, scalars []byte) (*Result, error) {
	if err := whole(points, g.PointBytes()); err != nil {
		return nil, err
	}
	if err := whole(scalars, g.ScalarBytes()); err != nil {
		return nil, err
	}
	n := len(scalars) / g.ScalarBytes()
	if len(points)/g.PointBytes() != n {
		return nil, fmt.Errorf("%d points and %d scalars", len(points)/g.PointBytes(), n)
	}
	return b.device.executeOne(b.streamed(g, points, scalarsOf([][]byte{scalars}, g.ScalarBytes())))
}

// streamed is an MSM over points that travel to the device.
func (b *Backend) streamed(g *Group, points []byte, s scalars) *msm {
	shape := func(n int, memory uint64) (Shape, error) {
		shape, err := b.device.scratch(g, n, b.config.Window, true).within(memory)
		if errors.Is(err, driver.ErrOutOfMemory) {
			err = cmp.Or(b.Stream(g, n), err) // in terms of the limit, not of a lane's share
		}
		return shape, err
	}
	return &msm{group: g, shape: shape, scalars: s, points: points}
}

// Stream makes sure that MSMs over so many points, or fewer, can be computed although the points travel to the device
// each time: bases loaded later leave the memory for it. It fails with [driver.ErrOutOfMemory] if there is too little.
func (b *Backend) Stream(g *Group, points int) error {
	return b.device.spareFor(g, points, b.config.Window)
}

// Reserve makes sure that vectors and domains may take so many bytes at once: bases loaded later leave the memory for it. It
// fails with [driver.ErrOutOfMemory] if there is too little. Several reservations are one, of the largest.
func (b *Backend) Reserve(bytes uint64) error { return b.device.memory.reserve(bytes) }

// Spare is the memory, in bytes, that further bases may take beside what vectors and MSMs have been promised.
func (b *Backend) Spare() uint64 { return b.device.memory.left(ofBases) }

// Close frees everything. Bases must have been closed before.
func (b *Backend) Close() error { return b.device.close() }

func whole(b []byte, size int) error {
	if len(b)%size != 0 {
		return fmt.Errorf("%d bytes are not a multiple of %d", len(b), size)
	}
	return nil
}
