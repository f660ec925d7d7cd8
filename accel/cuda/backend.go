// Package cuda is the backend. It runs multi-scalar multiplications and computes with vectors of
// field elements on CUDA devices.
//
// It works on raw limbs. Points, scalars and results are in gnark-crypto's memory layout, which is
// little-endian 64-bit limbs in Montgomery form. A curve group is described by a [Group], a field
// by a [Field], and nothing here knows a gnark type.
//
// This package is the face of several: msm and vector compute, device and staging hold the device
// and move memory, plan decides on numbers alone, and driver binds the library. Without the build
// tag cuda, or on a system without CUDA, [Open] returns an error that says which of the two it is.
package cuda

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/accel/cuda/device"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/msm"
	"github.com/gnark-accel/gnark-accel/accel/cuda/plan"
	"github.com/gnark-accel/gnark-accel/accel/cuda/vector"
)

// Config says which devices to open and how much of them to use.
type Config struct {
	// Library is the path of the driver library. If empty, it is the system's.
	Library string
	// Devices lists device indices. None is all devices.
	Devices []int
	// MemoryLimit bounds the device memory in use on each device, in bytes. If 0, it is all that is
	// free, less a reserve.
	MemoryLimit uint64
	// Factor is the number of precomputed multiples of each resident base, 1 for none. If 0, the
	// memory decides.
	Factor int
	// Window fixes the window width in bits. If 0, the plan decides.
	Window int
}

// Backend is an open device. It is safe for concurrent use.
type Backend struct {
	device  *device.Device
	sums    *msm.Runner
	vectors *vector.Store
}

// Devices describes the devices of the configuration, by their indices or else all that the driver
// shows and that the kernels run on. It opens none of them.
//
// The errors wrap the driver package's: [driver.ErrNoLibrary], [driver.ErrNoDevice],
// [driver.ErrDriverTooOld], [driver.ErrDeviceTooOld], [driver.ErrNotCompiled],
// [driver.ErrNotSupported].
func Devices(c Config) ([]DeviceInfo, error) {
	l, err := driver.Open(c.Library)
	if err != nil {
		return nil, err
	}
	indices := c.Devices
	if len(indices) == 0 {
		for i := range l.DeviceCount() {
			indices = append(indices, i)
		}
	}
	var all []DeviceInfo
	var old error
	for _, i := range indices {
		info, err := l.Usable(i)
		if errors.Is(err, driver.ErrDeviceTooOld) && len(c.Devices) == 0 {
			old = errors.Join(old, err)
			continue
		}
		if err != nil {
			return nil, err
		}
		all = append(all, info)
	}
	if len(all) == 0 {
		return nil, old
	}
	return all, nil
}

// Open opens the device with an index. The errors are those of [Devices], and
// [driver.ErrUnusable] of a device that another process holds.
func Open(c Config, index int) (*Backend, error) {
	l, err := driver.Open(c.Library)
	if err != nil {
		return nil, err
	}
	d, err := device.Open(l, index, c.MemoryLimit)
	if err != nil {
		return nil, err
	}
	return over(d, c), nil
}

// OpenDry opens a device that only counts memory, up to the configuration's limit.
//
// It makes all decisions of a real device, about an H100, and runs nothing. Points and elements
// need not exist: their numbers suffice.
func OpenDry(c Config) *Backend { return over(device.NewDry(c.MemoryLimit), c) }

// over returns the backend over a device.
func over(d *device.Device, c Config) *Backend {
	d.Window, d.Factor = c.Window, c.Factor
	return &Backend{device: d, sums: msm.NewRunner(d), vectors: vector.NewStore(d)}
}

// Workspace returns a workspace, which is to be closed after use.
func (b *Backend) Workspace() (*Workspace, error) { return b.vectors.Workspace() }

// Devices describes the open device.
func (b *Backend) Devices() []DeviceInfo { return []DeviceInfo{b.device.Context.Info()} }

// BytesInUse is the device memory that is allocated now: bases, vectors and scratch memory.
func (b *Backend) BytesInUse() uint64 { return b.device.Context.BytesInUse() }

// VectorBytes is the memory that vectors of workspaces and tables of domains take now, in bytes.
func (b *Backend) VectorBytes() uint64 { return b.device.Memory.Used(plan.ForVectors) }

// BytesTaken is the memory that a dry run has taken for everything, in bytes.
func (b *Backend) BytesTaken() uint64 { return b.device.Memory.Taken() }

// Reserve makes sure that vectors and domains may take n bytes at once. Bases that are loaded later
// leave the memory for it.
//
// It fails with [driver.ErrOutOfMemory] if there is too little. The largest reservation counts.
func (b *Backend) Reserve(n uint64) error { return b.device.Memory.Reserve(n) }

// Pin locks the pages of host memory, from which [Workspace.UploadPinned] copies at the full speed
// of the bus. It does nothing if that was done before.
func (b *Backend) Pin(memory []byte) error {
	if b.device.Dry() || b.device.Context.Registered(memory) {
		return nil
	}
	return b.device.Context.Do(func(t *driver.Thread) error { return t.Register(memory) })
}

// Unpin undoes [Backend.Pin], if it was done. Copies from the memory must be over.
func (b *Backend) Unpin(memory []byte) error {
	if !b.device.Context.Registered(memory) {
		return nil
	}
	return b.device.Context.Do(func(t *driver.Thread) error { return t.Unregister(memory) })
}

// Available is the memory that further bases may take, in bytes. Reservations do not count.
func (b *Backend) Available() uint64 { return b.device.Memory.Left(plan.ForBases) }

// Renew makes the tables and vectors that the device keeps between computations anew. It leaves out
// those in use: see [vector.Store.Renew].
func (b *Backend) Renew() error { return b.vectors.Renew() }

// Close frees everything. Bases must have been closed before.
func (b *Backend) Close() error {
	return errors.Join(b.sums.Close(), b.vectors.Close(), b.device.Close())
}
