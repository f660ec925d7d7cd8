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
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/device"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/msm"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/plan"
	"github.com/gnark-accel/gnark-accel/accel/cuda/internal/vector"
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

// Backend is an open device. A [msm.Runner] runs its MSMs, a [vector.Store] owns its vectors. It is
// safe for concurrent use.
type Backend struct {
	*msm.Runner
	*vector.Store
	device *device.Device
}

// Devices describes the devices of the configuration, and opens none of them. Without indices in
// the configuration they are all that the driver shows and that the kernels run on. An error beside
// devices is that of others, which the driver shows but cannot describe.
//
// The errors wrap [ErrNoLibrary], [ErrNoDevice], [ErrDriverTooOld], [ErrDeviceTooOld],
// [ErrNotCompiled], [ErrNotSupported].
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
	var old, broken error
	for _, i := range indices {
		info, err := l.Usable(i)
		switch {
		case err == nil:
			all = append(all, info)
		case len(c.Devices) > 0:
			return nil, err
		case errors.Is(err, driver.ErrDeviceTooOld):
			old = errors.Join(old, err)
		default:
			broken = errors.Join(broken, err)
		}
	}
	if len(all) == 0 {
		return nil, errors.Join(old, broken)
	}
	return all, broken
}

// Open opens the device with an index. It fails as [Devices] does, and with [ErrUnusable] if
// another process holds the device.
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
	return &Backend{msm.NewRunner(d), vector.NewStore(d), d}
}

// Load makes resident bases of n points: see [msm.Runner.Load]. made is nil, or a vector of the
// device that has the points already. All operations that write the vector must have run. It is not
// needed any more afterwards.
func (b *Backend) Load(
	g *Group, n int, points []byte, made *Vector, headroom uint64,
) (*Bases, error) {
	if n > 0 {
		if err := b.Reclaim(); err != nil {
			return nil, err
		}
	}
	size := n * g.PointBytes()
	if len(points) != size && !b.device.Dry() {
		return nil, fmt.Errorf("%d bytes for %d points", len(points), n)
	}
	var at driver.Ptr
	if made != nil {
		var bytes uint64
		if at, bytes = made.Memory(); bytes != uint64(size) {
			return nil, fmt.Errorf("%d points, of which the device has %d bytes", n, bytes)
		}
	}
	return b.Runner.Load(g, n, points, at, headroom)
}

// Multiply is [msm.Runner.Multiply]. First it frees memory that nobody uses: later that would wait
// for the multiples.
func (b *Backend) Multiply(bases *Bases) error {
	return errors.Join(b.Reclaim(), b.Runner.Multiply(bases))
}

// Unaffected is [plan.Planner.Unaffected].
func (b *Backend) Unaffected(g *Group, n int, headroom, taken uint64) bool {
	return b.device.Unaffected(g, n, headroom, taken)
}

// ReserveHostBases is [plan.Planner.ReserveFor], for host bases of n points. Bases that are loaded
// later leave the memory.
func (b *Backend) ReserveHostBases(g *Group, n int) error { return b.device.ReserveFor(g, n) }

// Devices describes the open device.
func (b *Backend) Devices() []DeviceInfo { return []DeviceInfo{b.device.Context.Info()} }

// BytesInUse is the device memory that is allocated now: bases, vectors and scratch memory.
func (b *Backend) BytesInUse() uint64 { return b.device.Context.BytesInUse() }

// VectorBytes is the memory of workspaces' vectors and domains' tables now, in bytes.
func (b *Backend) VectorBytes() uint64 { return b.device.Memory.Now().Used(plan.ForVectors) }

// BytesTaken is the memory that a dry run has taken for everything, in bytes.
func (b *Backend) BytesTaken() uint64 { return b.device.Memory.Now().Taken() }

// Reserve makes sure that vectors and domains may take n bytes at once. Bases that are loaded later
// leave the memory for it.
//
// It fails with [ErrOutOfMemory] if there is too little. The largest reservation counts.
func (b *Backend) Reserve(n uint64) error { return b.device.Memory.Reserve(n) }

// FewCopies says that copies between host and device are slow, and few are better.
func (b *Backend) FewCopies() bool { return b.device.Outbox != nil }

// Pin locks the pages of host memory. [Workspace.UploadPinned] copies from them at the full speed
// of the bus. Pin does nothing if that was done before.
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
func (b *Backend) Available() uint64 { return b.device.Memory.Now().Left(plan.ForBases) }

// Close frees everything. Bases must have been closed before.
func (b *Backend) Close() error {
	return errors.Join(b.Runner.Close(), b.Store.Close(), b.device.Close())
}
