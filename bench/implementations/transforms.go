package implementations

import (
	"slices"
	"time"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/raw"
)

// Transforms are the transforms over the scalar field of a curve.
type Transforms struct {
	// Prepare draws 2^log values.
	Prepare func(log int) error
	// Load has them on the device until Close.
	Load  func(log int) error
	Close func() error
	// Device queues n transforms of the values at once on the device, and waits for all of them.
	Device func(kind Transform, n int) (time.Duration, error)
	// CPU is the time that gnark-crypto took for one, with tables that were there.
	CPU func(kind Transform) time.Duration
	// Check compares one on the device with gnark-crypto's, value by value. It fails with
	// [ErrWrong].
	Check func(kind Transform) error
}

// Transform is a kind of transform, with gnark-crypto's orders.
type Transform string

// The kinds. All work in place.
const (
	Forward Transform = "forward"  // coefficients in natural order to values in bit-reversed order
	Inverse Transform = "inverse"  // back: bit-reversed values to coefficients in natural order
	OnCoset Transform = "on-coset" // forward, to values on the domain's coset
)

// Kinds are all kinds.
var Kinds = []Transform{Forward, Inverse, OnCoset}

// transform is gnark-crypto's transform on the CPU, in place.
func transform[E any](d *curve.Domain[E], kind Transform, values []E) {
	switch kind {
	case Forward:
		d.FFT(values, curve.Transform{Decimation: curve.DIF})
	case Inverse:
		d.FFTInverse(values, curve.Transform{Decimation: curve.DIT})
	case OnCoset:
		d.FFT(values, curve.Transform{Decimation: curve.DIF, OnCoset: true})
	}
}

func newTransforms[E any, PE element[E]](
	id ecc.ID, kernels cuda.Images, newDomain func(n uint64) *curve.Domain[E],
) func() *Transforms {
	return func() *Transforms {
		var d *curve.Domain[E]
		var values []E
		device := queued{field: fieldOf(id, kernels)}
		onCPU := func(kind Transform) ([]E, time.Duration) {
			got := slices.Clone(values)
			start := time.Now()
			transform(d, kind, got)
			return got, time.Since(start)
		}
		return &Transforms{
			Prepare: func(log int) (err error) {
				d = newDomain(1 << log)
				values, err = draw[E, PE](1<<log, "uniform", ofScalars)
				return err
			},
			Load: func(log int) error {
				device.shift, device.inverse = words(d.Shift), words(d.ShiftInverse)
				return device.load(log, words(d.Generator), raw.Bytes(values))
			},
			Close: device.close,
			Device: func(kind Transform, n int) (time.Duration, error) {
				start := time.Now()
				for range n {
					device.queue(kind)
				}
				err := device.w.Wait()
				return time.Since(start), err
			},
			CPU: func(kind Transform) time.Duration {
				_, took := onCPU(kind)
				return took
			},
			Check: func(kind Transform) error {
				got := make([]E, len(values))
				err := device.transformed(raw.Bytes(got), kind, raw.Bytes(values))
				want, _ := onCPU(kind)
				if err == nil && !slices.Equal(raw.Bytes(got), raw.Bytes(want)) {
					err = ErrWrong
				}
				return err
			},
		}
	}
}

// words are the limbs of a scalar.
func words[E any](x E) []uint64 {
	one := []E{x}
	limbs := make([]uint64, len(raw.Bytes(one))/8)
	copy(raw.Bytes(limbs), raw.Bytes(one))
	return limbs
}
