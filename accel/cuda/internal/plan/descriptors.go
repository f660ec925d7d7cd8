package plan

import "github.com/gnark-accel/gnark-accel/accel/cuda/internal/driver"

// CoordinatesXYZZ is the number of coordinates of a bucket's point: X, Y, ZZ, ZZZ.
const CoordinatesXYZZ = 4

// Group describes a group of a curve.
type Group struct {
	// Name names the group in logs and errors, such as "bn254_g1".
	Name string
	// KernelsOf names the group whose kernels serve this one, if it has none of its own. G2 of
	// BW6-761 uses G1's, for its points have the same coordinates.
	KernelsOf string
	// CoordinateLimbs is the number of 64-bit limbs of a point's coordinate: 4 for BN254's G1,
	// 8 for its G2.
	CoordinateLimbs int
	// ScalarLimbs is the number of 64-bit limbs of a scalar. Scalars are below 2^ScalarBits, the
	// bit length of the group's order.
	ScalarLimbs, ScalarBits int
	// Kernels returns the curve's kernels. It is called once a device.
	Kernels driver.Images
}

// KernelPrefix begins the names of the group's kernels.
func (g *Group) KernelPrefix() string {
	if g.KernelsOf != "" {
		return g.KernelsOf
	}
	return g.Name
}

// PointBytes is the size of an affine point in memory.
func (g *Group) PointBytes() int { return 2 * 8 * g.CoordinateLimbs }

// ScalarBytes is the size of a scalar in memory.
func (g *Group) ScalarBytes() int { return 8 * g.ScalarLimbs }

// bucketPointBytes is the size of a point with coordinates X, Y, ZZ, ZZZ.
func (g *Group) bucketPointBytes() int { return CoordinatesXYZZ * 8 * g.CoordinateLimbs }

// Field describes a prime field, whose elements vectors hold.
type Field struct {
	// Name names the field in errors and begins the names of its kernels, such as "bn254_fr".
	Name string
	// Limbs is the number of 64-bit limbs of an element.
	Limbs int
	// Kernels returns the curve's kernels. It is called once a device.
	Kernels driver.Images
}

// ElementBytes is the size of an element in memory.
func (f *Field) ElementBytes() int { return 8 * f.Limbs }

// IndexElements is the number of elements whose memory holds n indices of 32 bits.
func IndexElements(f *Field, n int) int { return CeilDiv(4*n, f.ElementBytes()) }

// PointElements is the number of elements whose memory holds n points.
func PointElements(f *Field, g *Group, n int) int {
	return CeilDiv(n*g.PointBytes(), f.ElementBytes())
}
