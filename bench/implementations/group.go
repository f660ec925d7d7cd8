package implementations

import (
	"errors"
	"math/big"
	"time"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/curve"
)

// ErrWrong: a result differs from the one computed in another way.
var ErrWrong = errors.New("the result is wrong")

// Group has points with known logarithms, and scalars. One multiplication of the generator checks
// an MSM. Times are of the computation alone; a wrong result is [ErrWrong].
type Group interface {
	// Prepare makes n distinct points, on the engine.
	Prepare(n int, e *accel.Engine) error
	// Draw draws as many scalars, and computes the result that each MSM has to return.
	Draw(distribution string) error
	// Load keeps the points on the engine's device until Close.
	Load(*accel.Engine) error
	Close() error
	// Resident computes the MSM over loaded points, CPU computes it with gnark-crypto.
	Resident() (time.Duration, error)
	CPU() (time.Duration, error)
	// OneShot computes the MSM over points that are sent along.
	OneShot(*accel.Engine) (time.Duration, error)
	// Batch computes k MSMs over loaded points in one call, over the scalars times 1, 2, ….
	Batch(k int) (time.Duration, error)
	// LoadScalars keeps the scalars on the device until free. OnDevice computes the MSM over them.
	LoadScalars(*accel.Engine) (free func() error, err error)
	OnDevice() (time.Duration, error)
	// Bits is the length of a scalar.
	Bits() int
}

// group implements [Group].
type group[P, E any] struct {
	host        *curve.Group[P, E]
	on          func(*accel.Engine) *accel.Group[P, E]
	loadScalars func(*accel.Engine, []E) (vector[E], error)

	generator, want     P
	logarithms, scalars []E
	points              []P
	bases               *accel.Bases[P, E]
	onDevice            vector[E]
}

// vector is a vector of scalars on a device.
type vector[E any] interface {
	accel.AnyVector[E]
	Close() error
}

func newGroup[P, E, D any, K comparable](host *curve.Group[P, E], generator P,
	on func(*accel.Engine) *accel.Group[P, E], fr func(*accel.Engine) *accel.Field[E, D, K],
) Group {
	load := func(e *accel.Engine, scalars []E) (vector[E], error) { return fr(e).Load(scalars) }
	return &group[P, E]{host: host, generator: generator, on: on, loadScalars: load}
}

func (g *group[P, E]) Prepare(n int, e *accel.Engine) (err error) {
	if g.logarithms, err = draw(g.host.Scalars, n, "uniform", ofLogarithms); err == nil {
		g.points, err = g.on(e).BatchScalarMultiplication(&g.generator, g.logarithms)
	}
	return err
}

func (g *group[P, E]) Draw(distribution string) (err error) {
	g.scalars, err = draw(g.host.Scalars, len(g.points), distribution, ofScalars)
	if err == nil {
		k := g.host.Scalars.Vectors.InnerProduct(g.scalars, g.logarithms)
		g.want = g.host.Times(&g.generator, &k)
	}
	return err
}

func (g *group[P, E]) Load(e *accel.Engine) (err error) {
	g.bases, err = g.on(e).Load(g.points)
	return err
}

func (g *group[P, E]) Close() error { return g.bases.Close() }

func (g *group[P, E]) Resident() (time.Duration, error) {
	return g.timed(func() (*P, error) { return g.bases.MultiExp(g.scalars, ecc.MultiExpConfig{}) })
}

func (g *group[P, E]) CPU() (time.Duration, error) {
	return g.timed(func() (*P, error) {
		return g.host.MultiExp(new(P), g.points, g.scalars, ecc.MultiExpConfig{})
	})
}

func (g *group[P, E]) OneShot(e *accel.Engine) (time.Duration, error) {
	return g.timed(func() (*P, error) {
		return g.on(e).MultiExp(g.points, g.scalars, ecc.MultiExpConfig{})
	})
}

func (g *group[P, E]) LoadScalars(e *accel.Engine) (free func() error, err error) {
	if g.onDevice, err = g.loadScalars(e, g.scalars); err != nil {
		return nil, err
	}
	return g.onDevice.Close, nil
}

func (g *group[P, E]) OnDevice() (time.Duration, error) {
	return g.timed(func() (*P, error) { return g.bases.MultiExpVector(0, g.onDevice) })
}

func (g *group[P, E]) Bits() int { return g.host.Scalars.Bits }

// timed is the time of an MSM, whose result it checks.
func (g *group[P, E]) timed(run func() (*P, error)) (time.Duration, error) {
	start := time.Now()
	got, err := run()
	took := time.Since(start)
	if err == nil && !g.host.Equal(got, &g.want) {
		err = ErrWrong
	}
	return took, err
}

func (g *group[P, E]) Batch(k int) (time.Duration, error) {
	batch := make([][]E, k)
	for i := range batch {
		factor := g.host.Scalars.Number(uint64(i + 1))
		batch[i] = make([]E, len(g.scalars))
		g.host.Scalars.Vectors.ScalarMul(batch[i], g.scalars, &factor)
	}
	start := time.Now()
	got, err := g.bases.MultiExpBatch(0, batch, ecc.MultiExpConfig{})
	took := time.Since(start)
	for i := range got {
		var multiple P
		g.host.ScalarMultiplication(&multiple, &g.want, big.NewInt(int64(i+1)))
		if !g.host.Equal(&got[i], &multiple) {
			return took, ErrWrong
		}
	}
	return took, err
}
