package subjects

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// Transform is a kind of transform, with gnark-crypto's orders.
type Transform string

// The kinds. All work in place.
const (
	Forward Transform = "forward"  // coefficients in natural order to values in bit-reversed order
	Inverse Transform = "inverse"  // back: values in bit-reversed order to coefficients in natural order
	OnCoset Transform = "on-coset" // forward, to values on the domain's coset
)

// Transforms are those over the scalar field of a curve.
type Transforms interface {
	// Prepare draws 2^log values.
	Prepare(log int) error
	// Load has them on the device until Close.
	Load(log int) error
	Close() error
	// Device transforms what is on the device so many times, queued at once, and returns how long all of them took.
	Device(kind Transform, times int) (time.Duration, error)
	// CPU is how long gnark-crypto took for one, with tables that were there.
	CPU(kind Transform) time.Duration
	// Check compares one on the device with gnark-crypto's, value by value. It fails with ErrWrong.
	Check(kind Transform) error
}

var registeredTransforms = map[string]func() Transforms{}

// RegisterTransforms makes those over a curve known.
func RegisterTransforms(curve string, make func() Transforms) { registeredTransforms[curve] = make }

// NewTransforms returns those over a curve.
func NewTransforms(curve string) (Transforms, error) {
	make, ok := registeredTransforms[curve]
	if !ok {
		known := slices.Sorted(maps.Keys(registeredTransforms))
		return nil, fmt.Errorf("%q is not known; there are %s", curve, strings.Join(known, ", "))
	}
	return make(), nil
}
