package implementations

import (
	"slices"
	"time"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel/cuda"
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

// domain is gnark-crypto's domain of n elements, with its transforms on the CPU.
type domain[E any] struct {
	generator, shift, shiftInverse E
	cpu                            map[Transform]func([]E)
}

// transformsOf returns the transforms of gnark-crypto's domain d.
func transformsOf[E, D, O any](d interface {
	FFT(a []E, decimation D, opts ...O)
	FFTInverse(a []E, decimation D, opts ...O)
}, dif, dit D, onCoset O) map[Transform]func([]E) {
	return map[Transform]func([]E){
		Forward: func(a []E) { d.FFT(a, dif) },
		Inverse: func(a []E) { d.FFTInverse(a, dit) },
		OnCoset: func(a []E) { d.FFT(a, dif, onCoset) },
	}
}

func newTransforms[E any, PE element[E]](
	id ecc.ID, kernels cuda.Images, newDomain func(n uint64) domain[E],
) func() *Transforms {
	return func() *Transforms {
		var d domain[E]
		var values []E
		device := queued{field: fieldOf(id, kernels)}
		onCPU := func(kind Transform) ([]E, time.Duration) {
			got := slices.Clone(values)
			start := time.Now()
			d.cpu[kind](got)
			return got, time.Since(start)
		}
		return &Transforms{
			Prepare: func(log int) (err error) {
				d = newDomain(1 << log)
				values, err = draw[E, PE](1<<log, "uniform", ofScalars)
				return err
			},
			Load: func(log int) error {
				device.shift, device.inverse = words(d.shift), words(d.shiftInverse)
				return device.load(log, words(d.generator), raw.Bytes(values))
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
