//go:build !(cuda && linux && (amd64 || arm64))

package cuda

import "github.com/gnark-accel/gnark-accel/accel/cuda/driver"

// Backend stands for the open devices. In this build there are none.
type Backend struct{}

// Bases is a vector of points kept on a device. In this build there are none.
type Bases struct{}

// Open returns [driver.ErrNotCompiled] or [driver.ErrNotSupported]: this build has no CUDA in it.
func Open(Config) (*Backend, error) { return nil, driver.ErrUnavailable() }

// Devices returns nil.
func (*Backend) Devices() []DeviceInfo { return nil }

// BytesInUse returns 0.
func (*Backend) BytesInUse() uint64 { return 0 }

// Load fails as [Open] does.
func (*Backend) Load(*Group, []byte, uint64) (*Bases, error) { return nil, driver.ErrUnavailable() }

// MultiExp fails as [Open] does.
func (*Backend) MultiExp(*Group, []byte, []byte) (*Result, error) {
	return nil, driver.ErrUnavailable()
}

// MultiExpVector fails as [Open] does.
func (*Backend) MultiExpVector(*Group, []byte, *Vector) (*Result, error) {
	return nil, driver.ErrUnavailable()
}

// MultiExpScalars fails as [Open] does.
func (*Backend) MultiExpScalars(*Group, []byte, *Scalars) ([]*Result, error) {
	return nil, driver.ErrUnavailable()
}

// Stream fails as [Open] does.
func (*Backend) Stream(*Group, int) error { return driver.ErrUnavailable() }

// Reserve fails as [Open] does.
func (*Backend) Reserve(uint64) error { return driver.ErrUnavailable() }

// Spare returns 0.
func (*Backend) Spare() uint64 { return 0 }

// Busy fails as [Open] does.
func (*Backend) Busy() (bool, error) { return false, driver.ErrUnavailable() }

// Products fails as [Open] does.
func (*Backend) Products(*Group) (float64, error) { return 0, driver.ErrUnavailable() }

// Close does nothing.
func (*Backend) Close() error { return nil }

// Len returns 0.
func (*Bases) Len() int { return 0 }

// Expect fails as [Open] does.
func (*Bases) Expect(int, int, bool) error { return driver.ErrUnavailable() }

// MultiExp fails as [Open] does.
func (*Bases) MultiExp(int, []byte) (*Result, error) { return nil, driver.ErrUnavailable() }

// MultiExpBatch fails as [Open] does.
func (*Bases) MultiExpBatch(int, [][]byte) ([]*Result, error) { return nil, driver.ErrUnavailable() }

// MultiExpVector fails as [Open] does.
func (*Bases) MultiExpVector(int, *Vector) (*Result, error) { return nil, driver.ErrUnavailable() }

// MultiExpScalars fails as [Open] does.
func (*Bases) MultiExpScalars(int, *Scalars) ([]*Result, error) { return nil, driver.ErrUnavailable() }

// Close does nothing.
func (*Bases) Close() error { return nil }
