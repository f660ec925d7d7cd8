package implementations

import (
	"errors"
	"io"
	"slices"
	"time"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/raw"
)

// Transforms are the transforms over the scalar field of a curve.
type Transforms interface {
	// Prepare draws 2^log values. It has them on the device, if there is one, until Close, which
	// follows a failure, too.
	Prepare(log int, device bool) error
	Close() error
	// Device queues n transforms of the values at once on the device, and waits for all of them.
	Device(kind Transform, n int) error
	// CPU is the time that gnark-crypto took for one, with tables that were there.
	CPU(kind Transform) time.Duration
	// Check compares one on the device with gnark-crypto's, value by value. It fails with
	// [ErrWrong].
	Check(kind Transform) error
}

// Transform is a kind of transform, with gnark-crypto's orders.
type Transform struct {
	Name   string
	device cuda.Transform
	host   curve.Transform
}

// Kinds are all kinds, which work in place. Forward is coefficients in natural order to values in
// bit-reversed order, inverse is back. On the coset it is forward to values there.
var Kinds = []Transform{
	{"forward", cuda.Transform{}, curve.Transform{Decimation: curve.DIF}},
	{"inverse", cuda.Transform{Inverse: true, Decimation: cuda.Time},
		curve.Transform{Decimation: curve.DIT}},
	{"on-coset", cuda.Transform{}, curve.Transform{Decimation: curve.DIF, OnCoset: true}},
}

// transforms implements [Transforms].
//
// It opens the backend itself, below accel/<curve>: the public vectors wait after each operation,
// and a row of transforms is to have the time of the kernels, without the ways there and back.
type transforms[E any] struct {
	id      ecc.ID
	host    *curve.Field[E]
	kernels cuda.Images

	onHost *curve.Domain[E]
	values []E

	w      *cuda.Workspace
	domain *cuda.Domain
	vector *cuda.Vector
	opened []io.Closer // on the device, in this order
}

func newTransforms[E any](id ecc.ID, f *curve.Field[E], kernels cuda.Images) func() Transforms {
	return func() Transforms { return &transforms[E]{id: id, host: f, kernels: kernels} }
}

func (t *transforms[E]) Prepare(log int, device bool) (err error) {
	t.onHost = t.host.NewDomain(1 << log)
	t.values, err = draw(t.host, 1<<log, "uniform", ofScalars)
	if err == nil && device {
		err = t.load(log)
	}
	return err
}

func (t *transforms[E]) load(log int) error {
	backend, err := cuda.Open(cuda.Config{}, 0)
	if err != nil {
		return err
	}
	t.opened = []io.Closer{backend}
	if t.w, err = backend.Workspace(); err != nil {
		return err
	}
	t.opened = append(t.opened, t.w)
	limbs := (t.id.ScalarField().BitLen() + 63) / 64
	field := &cuda.Field{Name: t.id.String() + "_fr", Limbs: limbs, Kernels: t.kernels}
	if t.domain, err = t.w.Domain(field, raw.Words(&t.onHost.Generator), log); err != nil {
		return err
	}
	t.opened = append(t.opened, t.domain)
	if t.vector, err = t.w.Vector(field, len(t.values)); err != nil {
		return err
	}
	t.w.Upload(t.vector, raw.Bytes(t.values))
	return t.w.Wait()
}

func (t *transforms[E]) Close() (err error) {
	for _, one := range slices.Backward(t.opened) {
		err = errors.Join(err, one.Close())
	}
	t.opened = nil
	return err
}

// add queues one transform in place.
func (t *transforms[E]) add(kind Transform) {
	how := kind.device
	if kind.host.OnCoset {
		how.Coset = &cuda.Coset{
			Shift: raw.Words(&t.onHost.Shift), Inverse: raw.Words(&t.onHost.ShiftInverse),
		}
	}
	v := []*cuda.Vector{t.vector}
	t.w.Transform(t.domain, how, v, v)
}

func (t *transforms[E]) Device(kind Transform, n int) error {
	for range n {
		t.add(kind)
	}
	return t.w.Wait()
}

func (t *transforms[E]) CPU(kind Transform) time.Duration {
	_, took := t.onCPU(kind)
	return took
}

// onCPU is gnark-crypto's transform.
func (t *transforms[E]) onCPU(kind Transform) ([]E, time.Duration) {
	values := slices.Clone(t.values)
	start := time.Now()
	if kind.device.Inverse {
		t.onHost.FFTInverse(values, kind.host)
	} else {
		t.onHost.FFT(values, kind.host)
	}
	return values, time.Since(start)
}

func (t *transforms[E]) Check(kind Transform) error {
	got := make([]E, len(t.values))
	t.w.Upload(t.vector, raw.Bytes(t.values))
	t.add(kind)
	err := t.w.Download(raw.Bytes(got), t.vector)
	want, _ := t.onCPU(kind)
	if err == nil && !slices.Equal(raw.Bytes(got), raw.Bytes(want)) {
		err = ErrWrong
	}
	return err
}
