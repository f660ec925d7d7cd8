package subjects

import (
	"math/big"
	"time"

	"github.com/gnark-accel/gnark-accel/accel"
)

// group implements Group. The discrete logarithms of its points are known, so that sums over them
// can be checked by one multiplication of the generator.
type group[P, E any, PP affine[P, E], PE element[E]] struct {
	base   *base
	degree int // of the coordinates' field over the prime field
	open   func(*accel.Engine) *accel.Group[P, E]
	vector func(*accel.Engine, []E) (vector[E], error)

	generator  P
	logarithms []E
	points     []P
	scalars    []E
	batch      [][]E // multiples of the scalars
	want       P     // sum
	bases      *accel.Bases[P, E]
}

// newGroup returns a constructor of the subject of one group.
func newGroup[P, E any, PP affine[P, E], PE element[E]](
	b *base, degree int, open func(*accel.Engine) *accel.Group[P, E],
	vector func(*accel.Engine, []E) (vector[E], error),
) func() Group {
	return func() Group {
		return &group[P, E, PP, PE]{base: b, degree: degree, open: open, vector: vector}
	}
}

// Streams of random scalars.
const (
	ofScalars = iota
	ofLogarithms
)

// draw returns n scalars.
func draw[E any, PE element[E]](n int, distribution string, stream uint64) ([]E, error) {
	scalars := make([]E, n)
	set := func(i int, bytes []byte) { PE(&scalars[i]).SetBytes(bytes) }
	return scalars, Draw(n, distribution, stream, set)
}

func (s *group[P, E, PP, PE]) Prepare(n int, e *accel.Engine) (err error) {
	if s.logarithms, err = draw[E, PE](n, "uniform", ofLogarithms); err != nil {
		return err
	}
	PP(&s.generator).ScalarMultiplicationBase(big.NewInt(1))
	s.points, err = s.open(e).BatchScalarMultiplication(&s.generator, s.logarithms)
	return err
}

func (s *group[P, E, PP, PE]) Draw(distribution string) (err error) {
	s.batch = nil
	if s.scalars, err = draw[E, PE](len(s.points), distribution, ofScalars); err != nil {
		return err
	}
	s.want = s.times(innerProduct[E, PE](s.scalars, s.logarithms))
	return nil
}

// times returns a multiple of the generator.
func (s *group[P, E, PP, PE]) times(k E) (p P) {
	PP(&p).ScalarMultiplicationBase(PE(&k).BigInt(new(big.Int)))
	return p
}

func (s *group[P, E, PP, PE]) Load(e *accel.Engine) (err error) {
	s.bases, err = s.open(e).Load(s.points)
	return err
}

func (s *group[P, E, PP, PE]) Close() error { return s.bases.Close() }

// Limit counts the products of the formula alone.
func (s *group[P, E, PP, PE]) Limit(e *accel.Engine) (additions float64, err error) {
	products, err := s.base.products(e)
	return products / AdditionCost(s.base.limbs(), s.degree), err
}

func (s *group[P, E, PP, PE]) Windows(width int) int {
	return s.base.scalarBits()/width + 1
}

// timed returns the time that a sum took, and ErrWrong for another than the expected one.
func (s *group[P, E, PP, PE]) timed(sum func() (*P, error)) (time.Duration, error) {
	start := time.Now()
	got, err := sum()
	took := time.Since(start)
	if err == nil && !PP(got).Equal(&s.want) {
		err = ErrWrong
	}
	return took, err
}
