package subjects

import (
	"errors"
	"time"

	"github.com/gnark-accel/gnark-accel/accel"
)

// curve makes the subjects of one curve.
type curve struct {
	name       string // such as bls12-377
	g1, g2     func() Subject
	transforms func() Transforms
	// pointsG1 and pointsG2 make many points
	pointsG1, pointsG2 func() Points
}

// Subject is the MSMs over one group.
type Subject interface {
	// Prepare makes n distinct points.
	Prepare(n int) error
	// Draw draws as many scalars, and computes the sum that each MSM has to return.
	Draw(distribution string) error
	// Load keeps the points on the engine's device until Close.
	Load(*accel.Engine) error
	Close() error
	// Resident, OneShot and CPU compute the MSM over loaded points, over points sent along, and
	// with gnark-crypto. They return the time that it took, or ErrWrong.
	Resident() (time.Duration, error)
	OneShot(*accel.Engine) (time.Duration, error)
	CPU() (time.Duration, error)
	// Batch computes k MSMs over loaded points in one call.
	Batch(k int) (time.Duration, error)
	// OnDevice returns the MSM over loaded points and scalars that are on the engine's device
	// before. It also returns a function that frees the scalars.
	OnDevice(*accel.Engine) (
		measure func() (time.Duration, error), free func() error, err error)
	// Limit is the number of additions of points to buckets a second that the device's
	// multipliers allow, by the named formula.
	Limit(*accel.Engine) (additions float64, formula string, err error)
	// Windows is the number of windows of the given width that a scalar has.
	Windows(width int) int
}

// Transforms are the transforms over the scalar field of a curve.
type Transforms interface {
	// Prepare draws 2^log values.
	Prepare(log int) error
	// Load has them on the device until Close.
	Load(log int) error
	Close() error
	// Device queues n transforms of the values at once on the device. It returns the time that all
	// of them took.
	Device(kind Transform, n int) (time.Duration, error)
	// CPU is the time that gnark-crypto took for one, with tables that were there.
	CPU(kind Transform) time.Duration
	// Check compares one on the device with gnark-crypto's, value by value. It fails with ErrWrong.
	Check(kind Transform) error
}

// Transform is a kind of transform, with gnark-crypto's orders.
type Transform string

// The kinds. All work in place.
const (
	Forward Transform = "forward"  // coefficients in natural order to values in bit-reversed order
	Inverse Transform = "inverse"  // back: bit-reversed values to coefficients in natural order
	OnCoset Transform = "on-coset" // forward, to values on the domain's coset
)

// ErrWrong: a result differs from the one computed by way of the logarithms.
var ErrWrong = errors.New("the result is wrong")
