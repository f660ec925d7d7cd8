package subjects

import (
	"math/big"
	"sync"
	"time"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel"
)

// msm implements Subject. It holds n distinct points whose discrete logarithms are known, so that
// an MSM over them can be checked by one multiplication of the generator: point i is
// (first + i·step) times the generator, with random first and step.
type msm[P, J, E any, PP affine[P, J, E], PJ jacobian[P, J], PE element[E],
	V vector, B bases[P, E, V], G group[P, E, B], F field[E, V]] struct {
	base     *base
	degree   int // of the coordinates' field over the prime field
	open     func(*accel.Engine) G
	fr       func(*accel.Engine) F
	toAffine func([]J) []P

	points      []P
	first, step E
	scalars     []E
	batch       [][]E // multiples of the scalars
	want        P
	bases       B
}

// newMSM returns a constructor of the subject of one group.
func newMSM[P, J, E any, PP affine[P, J, E], PJ jacobian[P, J], PE element[E],
	V vector, B bases[P, E, V], G group[P, E, B], F field[E, V]](
	b *base, degree int, open func(*accel.Engine) G, fr func(*accel.Engine) F,
	toAffine func([]J) []P,
) func() Subject {
	return func() Subject {
		return &msm[P, J, E, PP, PJ, PE, V, B, G, F]{
			base: b, degree: degree, open: open, fr: fr, toAffine: toAffine,
		}
	}
}

// batchSize is the number of points whose coordinates become affine at once.
const batchSize = 1 << 12

func (s *msm[P, J, E, PP, PJ, PE, V, B, G, F]) Prepare(n int) error {
	if _, err := PE(&s.first).SetRandom(); err != nil {
		return err
	}
	if _, err := PE(&s.step).SetRandom(); err != nil {
		return err
	}
	s.points = make([]P, n)
	step := s.generatorTimes(&s.step)
	parallel(n, func(from, to int) {
		logarithm := s.logarithm(from)
		start := s.generatorTimes(&logarithm)
		var sum J
		PJ(&sum).FromAffine(&start)
		batch := make([]J, 0, batchSize)
		for i := from; i < to; {
			batch = batch[:0]
			for range min(batchSize, to-i) {
				batch = append(batch, sum)
				PJ(&sum).AddMixed(&step)
			}
			i += copy(s.points[i:to], s.toAffine(batch))
		}
	})
	return nil
}

// logarithm returns first + i·step.
func (s *msm[P, J, E, PP, PJ, PE, V, B, G, F]) logarithm(i int) (k E) {
	PE(&k).SetUint64(uint64(i))
	PE(&k).Mul(&k, &s.step)
	PE(&k).Add(&k, &s.first)
	return k
}

func (s *msm[P, J, E, PP, PJ, PE, V, B, G, F]) generatorTimes(k *E) (p P) {
	PP(&p).ScalarMultiplicationBase(PE(k).BigInt(new(big.Int)))
	return p
}

func (s *msm[P, J, E, PP, PJ, PE, V, B, G, F]) Draw(distribution string) error {
	scalars := make([]E, len(s.points))
	set := func(i int, bytes []byte) { PE(&scalars[i]).SetBytes(bytes) }
	if err := Draw(len(scalars), distribution, set); err != nil {
		return err
	}
	s.scalars, s.batch = scalars, nil
	var mutex sync.Mutex
	var total E
	parallel(len(scalars), func(from, to int) {
		var sum, term E
		k := s.logarithm(from)
		for i := from; i < to; i++ {
			PE(&sum).Add(&sum, PE(&term).Mul(&scalars[i], &k))
			PE(&k).Add(&k, &s.step)
		}
		mutex.Lock()
		defer mutex.Unlock()
		PE(&total).Add(&total, &sum)
	})
	s.want = s.generatorTimes(&total)
	return nil
}

func (s *msm[P, J, E, PP, PJ, PE, V, B, G, F]) Load(e *accel.Engine) (err error) {
	s.bases, err = s.open(e).Load(s.points)
	return err
}

func (s *msm[P, J, E, PP, PJ, PE, V, B, G, F]) Close() error { return s.bases.Close() }

func (s *msm[P, J, E, PP, PJ, PE, V, B, G, F]) Resident() (time.Duration, error) {
	start := time.Now()
	got, err := s.bases.MultiExp(s.scalars, ecc.MultiExpConfig{})
	return s.check(start, got, err)
}

func (s *msm[P, J, E, PP, PJ, PE, V, B, G, F]) OneShot(e *accel.Engine) (time.Duration, error) {
	start := time.Now()
	got, err := s.open(e).MultiExp(s.points, s.scalars, ecc.MultiExpConfig{})
	return s.check(start, got, err)
}

func (s *msm[P, J, E, PP, PJ, PE, V, B, G, F]) CPU() (time.Duration, error) {
	start := time.Now()
	got, err := PP(new(P)).MultiExp(s.points, s.scalars, ecc.MultiExpConfig{})
	return s.check(start, got, err)
}

// check returns the time since start, and ErrWrong for another sum than the expected one.
func (s *msm[P, J, E, PP, PJ, PE, V, B, G, F]) check(
	start time.Time, got *P, err error,
) (time.Duration, error) {
	took := time.Since(start)
	if err == nil && !PP(got).Equal(&s.want) {
		err = ErrWrong
	}
	return took, err
}

// Batch computes k sums at once, over the scalars times 1, 2, ….
func (s *msm[P, J, E, PP, PJ, PE, V, B, G, F]) Batch(k int) (time.Duration, error) {
	for i := len(s.batch); i < k; i++ {
		s.batch = append(s.batch, s.scalarsTimes(i+1))
	}
	start := time.Now()
	got, err := s.bases.MultiExpBatch(0, s.batch[:k], ecc.MultiExpConfig{})
	took := time.Since(start)
	if err != nil {
		return took, err
	}
	var sum J
	for i := range got {
		var want P
		PP(&want).FromJacobian(PJ(&sum).AddMixed(&s.want))
		if !PP(&got[i]).Equal(&want) {
			return took, ErrWrong
		}
	}
	return took, nil
}

func (s *msm[P, J, E, PP, PJ, PE, V, B, G, F]) scalarsTimes(factor int) []E {
	var k E
	PE(&k).SetUint64(uint64(factor))
	scalars := make([]E, len(s.scalars))
	parallel(len(scalars), func(from, to int) {
		for i := from; i < to; i++ {
			PE(&scalars[i]).Mul(&s.scalars[i], &k)
		}
	})
	return scalars
}

// OnDevice uploads the scalars and returns the MSM over them, and a function that frees them.
func (s *msm[P, J, E, PP, PJ, PE, V, B, G, F]) OnDevice(e *accel.Engine) (
	measure func() (time.Duration, error), free func() error, err error) {
	scalars, err := s.fr(e).Load(s.scalars)
	if err != nil {
		return nil, nil, err
	}
	measure = func() (time.Duration, error) {
		start := time.Now()
		got, err := s.bases.MultiExpVector(0, scalars)
		return s.check(start, got, err)
	}
	return measure, scalars.Close, nil
}

// Limit returns the additions to buckets a second that the device could compute at most. It counts
// the products of the formula alone.
func (s *msm[P, J, E, PP, PJ, PE, V, B, G, F]) Limit(e *accel.Engine) (
	additions float64, formula string, err error,
) {
	products, err := s.base.products(e)
	cost, formula := AdditionCost(s.base.limbs(), s.degree)
	return products / cost, formula, err
}

// Windows returns the number of windows of a scalar.
func (s *msm[P, J, E, PP, PJ, PE, V, B, G, F]) Windows(width int) int {
	return s.base.scalarBits()/width + 1
}
