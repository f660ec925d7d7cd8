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

// newGroup returns a constructor of one group. The logarithms of its points are known: one
// multiplication of the generator checks an MSM.
func newGroup[P, E any, PP affine[P, E], PE element[E],
	G deviceGroup[P, E], V vector[E], F field[E, V]](
	id ecc.ID, on func(*accel.Engine) G, fr func(*accel.Engine) F,
) func() *Group {
	return func() *Group {
		var (
			config              ecc.MultiExpConfig
			generator, want     P
			logarithms, scalars []E
			points              []P
			bases               *accel.Bases[P, E]
			g                   = new(Group)
		)
		timed := func(run func() (*P, error)) (time.Duration, error) {
			start := time.Now()
			got, err := run()
			took := time.Since(start)
			if err == nil && !PP(got).Equal(&want) {
				err = ErrWrong
			}
			return took, err
		}
		PP(&generator).ScalarMultiplicationBase(big.NewInt(1))
		g.Prepare = func(n int, e *accel.Engine) (err error) {
			if logarithms, err = draw[E, PE](n, "uniform", ofLogarithms); err == nil {
				points, err = on(e).BatchScalarMultiplication(&generator, logarithms)
			}
			return err
		}
		g.Draw = func(distribution string) (err error) {
			scalars, err = draw[E, PE](len(points), distribution, ofScalars)
			if err == nil {
				k := innerProduct[E, PE](scalars, logarithms)
				PP(&want).ScalarMultiplicationBase(PE(&k).BigInt(new(big.Int)))
			}
			return err
		}
		g.Load = func(e *accel.Engine) (err error) {
			bases, err = on(e).Load(points)
			return err
		}
		g.Close = func() error { return bases.Close() }
		g.Resident = func() (time.Duration, error) {
			return timed(func() (*P, error) { return bases.MultiExp(scalars, config) })
		}
		g.CPU = func() (time.Duration, error) {
			return timed(func() (*P, error) { return PP(new(P)).MultiExp(points, scalars, config) })
		}
		g.OneShot = func(e *accel.Engine) (time.Duration, error) {
			return timed(func() (*P, error) { return on(e).MultiExp(points, scalars, config) })
		}
		g.OnDevice = func(e *accel.Engine) (Timed, func() error, error) {
			v, err := fr(e).Load(scalars)
			if err != nil {
				return nil, nil, err
			}
			return func() (time.Duration, error) {
				return timed(func() (*P, error) { return bases.MultiExpVector(0, v) })
			}, v.Close, nil
		}
		g.Batch = func(k int) (time.Duration, error) {
			batch := multiples[E, PE](scalars, k)
			start := time.Now()
			got, err := bases.MultiExpBatch(0, batch, config)
			took := time.Since(start)
			for i := range got {
				var multiple P
				PP(&multiple).ScalarMultiplication(&want, big.NewInt(int64(i+1)))
				if !PP(&got[i]).Equal(&multiple) {
					return took, ErrWrong
				}
			}
			return took, err
		}
		g.Windows = func(width int) int { return id.ScalarField().BitLen()/width + 1 }
		return g
	}
}
