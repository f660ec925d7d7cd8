//go:build !(cuda && linux && (amd64 || arm64))

package cuda

import "github.com/gnark-accel/gnark-accel/accel/cuda/driver"

// Vector is a vector of field elements on a device. In this build there are none.
type Vector struct{}

// Len returns 0.
func (*Vector) Len() int { return 0 }

// Slice returns the vector.
func (v *Vector) Slice(int, int) *Vector { return v }

// Close does nothing.
func (*Vector) Close() error { return nil }

// Domain is a multiplicative subgroup of a field. In this build there are none.
type Domain struct{}

// Len returns 0.
func (*Domain) Len() int { return 0 }

// Close does nothing.
func (*Domain) Close() error { return nil }

// Domain fails as [Open] does.
func (*Backend) Domain(*Field, []uint64, int) (*Domain, error) { return nil, driver.ErrUnavailable() }

// Workspace fails as [Open] does.
func (*Backend) Workspace() (*Workspace, error) { return nil, driver.ErrUnavailable() }

// Workspace is a place to compute on vectors. In this build there are none.
type Workspace struct{}

// Domain fails as [Open] does.
func (*Workspace) Domain(*Field, []uint64, int) (*Domain, error) { return nil, driver.ErrUnavailable() }

// Spare returns 0.
func (*Workspace) Spare() uint64 { return 0 }

// Resident fails as [Open] does.
func (*Workspace) Resident(*Field, []byte) (*Vector, error) { return nil, driver.ErrUnavailable() }

// Keep fails as [Open] does.
func (*Workspace) Keep(*Field, int) (*Kept, error) { return nil, driver.ErrUnavailable() }

// Kept is a vector that stays between workspaces. In this build there are none.
type Kept struct{}

// Vector returns nil.
func (*Kept) Vector() *Vector { return nil }

// Use returns false.
func (*Kept) Use() bool { return false }

// Done does nothing.
func (*Kept) Done() error { return nil }

// Close does nothing.
func (*Kept) Close() error { return nil }

// Vector fails as [Open] does.
func (*Workspace) Vector(*Field, int) (*Vector, error) { return nil, driver.ErrUnavailable() }

// Expect fails as [Open] does.
func (*Workspace) Expect(*Field, int) error { return driver.ErrUnavailable() }

// Upload fails as [Open] does.
func (*Workspace) Upload(*Vector, []byte) error { return driver.ErrUnavailable() }

// Download fails as [Open] does.
func (*Workspace) Download([]byte, *Vector) error { return driver.ErrUnavailable() }

// Err returns nil.
func (*Workspace) Err() error { return nil }

// Wait fails as [Open] does.
func (*Workspace) Wait() error { return driver.ErrUnavailable() }

// Close does nothing.
func (*Workspace) Close() error { return nil }

// Scalars fails as [Open] does.
func (*Workspace) Scalars(...*Vector) (*Scalars, error) { return nil, driver.ErrUnavailable() }

// Scalars are vectors that MSMs are computed with. In this build there are none.
type Scalars struct{}

// Len returns 0.
func (*Scalars) Len() int { return 0 }

// Total returns 0.
func (*Scalars) Total() int { return 0 }

// Close does nothing.
func (*Scalars) Close() {}

// Transform fails as [Open] does.
func (*Workspace) Transform(*Domain, Transform, []*Vector, []*Vector) error {
	return driver.ErrUnavailable()
}

// Numerator fails as [Open] does.
func (*Workspace) Numerator(*Domain, *Vector, *Numerator) error { return driver.ErrUnavailable() }

// Multiply fails as [Open] does.
func (*Workspace) Multiply(_, _, _ *Vector) error { return driver.ErrUnavailable() }

// Add fails as [Open] does.
func (*Workspace) Add(_, _, _ *Vector) error { return driver.ErrUnavailable() }

// Subtract fails as [Open] does.
func (*Workspace) Subtract(_, _, _ *Vector) error { return driver.ErrUnavailable() }

// FromMontgomery fails as [Open] does.
func (*Workspace) FromMontgomery(_, _ *Vector) error { return driver.ErrUnavailable() }

// ToMontgomery fails as [Open] does.
func (*Workspace) ToMontgomery(_, _ *Vector) error { return driver.ErrUnavailable() }

// Combine fails as [Open] does.
func (*Workspace) Combine(*Vector, [][]uint64, []*Vector) error { return driver.ErrUnavailable() }

// Fill fails as [Open] does.
func (*Workspace) Fill(*Vector, []uint64) error { return driver.ErrUnavailable() }

// ScaleByPowers fails as [Open] does.
func (*Workspace) ScaleByPowers(*Domain, *Coset, bool, *Vector, *Vector) error {
	return driver.ErrUnavailable()
}

// BitReverse fails as [Open] does.
func (*Workspace) BitReverse(_, _ *Vector) error { return driver.ErrUnavailable() }

// Invert fails as [Open] does.
func (*Workspace) Invert(_, _ *Vector) error { return driver.ErrUnavailable() }

// PrefixProducts fails as [Open] does.
func (*Workspace) PrefixProducts(_, _ *Vector, _ bool) error { return driver.ErrUnavailable() }

// Divide fails as [Open] does.
func (*Workspace) Divide(_, _ *Vector, _ []uint64) error { return driver.ErrUnavailable() }

// Evaluate fails as [Open] does.
func (*Workspace) Evaluate(*Vector, []uint64) ([]uint64, error) { return nil, driver.ErrUnavailable() }

// EvaluateAll fails as [Open] does.
func (*Workspace) EvaluateAll([]*Vector, []uint64) ([][]uint64, error) {
	return nil, driver.ErrUnavailable()
}

// Gather fails as [Open] does.
func (*Workspace) Gather(_, _, _ *Vector) error { return driver.ErrUnavailable() }

// Room returns false.
func (*Workspace) Room(*Field, int) bool { return false }

// Copy fails as [Open] does.
func (*Workspace) Copy(_, _ *Vector) error { return driver.ErrUnavailable() }

// Clear fails as [Open] does.
func (*Workspace) Clear(*Vector) error { return driver.ErrUnavailable() }
