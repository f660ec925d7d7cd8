package implementations

import (
	"math/big"
	"time"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel"
)

// Timed is one run, and the time of the computation alone. A wrong result is [ErrWrong].
type Timed func() (time.Duration, error)

// Group is the functions over one group that are measured. They share points and scalars.
type Group struct {
	// Prepare makes n distinct points with known logarithms, on the engine.
	Prepare func(n int, e *accel.Engine) error
	// Draw draws as many scalars, and computes the result that each MSM has to return.
	Draw func(distribution string) error
	// Load keeps the points on the engine's device until Close.
	Load  func(*accel.Engine) error
	Close func() error
	// Resident computes the MSM over loaded points, CPU computes it with gnark-crypto.
	Resident, CPU Timed
	// OneShot computes the MSM over points that are sent along.
	OneShot func(*accel.Engine) (time.Duration, error)
	// Batch computes k MSMs over loaded points in one call, over the scalars times 1, 2, ….
	Batch func(k int) (time.Duration, error)
	// OnDevice returns the MSM over loaded points and scalars that are on the device before. Free
	// frees the scalars.
	OnDevice func(*accel.Engine) (run Timed, free func() error, err error)
	// Limit is the number of additions of points to buckets a second that the device's multipliers
	// allow by the best formula known.
	Limit func(*accel.Engine) (additions float64, err error)
	// Windows is the number of windows of a width that a scalar has.
	Windows func(width int) int
}

// inputs are points with known logarithms, and scalars: one multiplication of the generator checks
// an MSM.
type inputs[P, E any, PP affine[P, E], PE element[E]] struct {
	generator, want     P
	logarithms, scalars []E
	points              []P
	bases               *accel.Bases[P, E]
}

// newGroup returns a constructor of one group.
func newGroup[P, E any, PP affine[P, E], PE element[E],
	G deviceGroup[P, E], V vector[E], F field[E, V]](
	id ecc.ID, on func(*accel.Engine) G, fr func(*accel.Engine) F,
) func() *Group {
	return func() *Group {
		var config ecc.MultiExpConfig
		in := new(inputs[P, E, PP, PE])
		PP(&in.generator).ScalarMultiplicationBase(big.NewInt(1))
		g := &Group{Draw: in.draw, Batch: in.batch}
		g.Prepare = func(n int, e *accel.Engine) (err error) {
			if in.logarithms, err = draw[E, PE](n, "uniform", ofLogarithms); err == nil {
				in.points, err = on(e).BatchScalarMultiplication(&in.generator, in.logarithms)
			}
			return err
		}
		g.Load = func(e *accel.Engine) (err error) {
			in.bases, err = on(e).Load(in.points)
			return err
		}
		g.Close = func() error { return in.bases.Close() }
		g.Resident = func() (time.Duration, error) {
			return in.timed(func() (*P, error) { return in.bases.MultiExp(in.scalars, config) })
		}
		g.CPU = func() (time.Duration, error) {
			return in.timed(func() (*P, error) {
				return PP(new(P)).MultiExp(in.points, in.scalars, config)
			})
		}
		g.OneShot = func(e *accel.Engine) (time.Duration, error) {
			return in.timed(func() (*P, error) {
				return on(e).MultiExp(in.points, in.scalars, config)
			})
		}
		g.OnDevice = func(e *accel.Engine) (Timed, func() error, error) {
			v, err := fr(e).Load(in.scalars)
			if err != nil {
				return nil, nil, err
			}
			return func() (time.Duration, error) {
				return in.timed(func() (*P, error) { return in.bases.MultiExpVector(0, v) })
			}, v.Close, nil
		}
		g.Windows = func(width int) int { return id.ScalarField().BitLen()/width + 1 }
		return g
	}
}

// draw draws scalars, and computes the result that each MSM has to return.
func (in *inputs[P, E, PP, PE]) draw(distribution string) (err error) {
	in.scalars, err = draw[E, PE](len(in.points), distribution, ofScalars)
	if err == nil {
		k := innerProduct[E, PE](in.scalars, in.logarithms)
		PP(&in.want).ScalarMultiplicationBase(PE(&k).BigInt(new(big.Int)))
	}
	return err
}

// timed is the time of an MSM, whose result it checks.
func (in *inputs[P, E, PP, PE]) timed(run func() (*P, error)) (time.Duration, error) {
	start := time.Now()
	got, err := run()
	took := time.Since(start)
	if err == nil && !PP(got).Equal(&in.want) {
		err = ErrWrong
	}
	return took, err
}

// batch is the time of k MSMs in one call. It checks each result.
func (in *inputs[P, E, PP, PE]) batch(k int) (time.Duration, error) {
	batch := multiples[E, PE](in.scalars, k)
	start := time.Now()
	got, err := in.bases.MultiExpBatch(0, batch, ecc.MultiExpConfig{})
	took := time.Since(start)
	for i := range got {
		var multiple P
		PP(&multiple).ScalarMultiplication(&in.want, big.NewInt(int64(i+1)))
		if !PP(&got[i]).Equal(&multiple) {
			return took, ErrWrong
		}
	}
	return took, err
}
