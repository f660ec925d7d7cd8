package subjects

import (
	"math/big"
	"time"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel"
)

func (s *group[P, E, PP, PE]) Resident() (time.Duration, error) {
	return s.timed(func() (*P, error) { return s.bases.MultiExp(s.scalars, ecc.MultiExpConfig{}) })
}

func (s *group[P, E, PP, PE]) OneShot(e *accel.Engine) (time.Duration, error) {
	return s.timed(func() (*P, error) {
		return s.open(e).MultiExp(s.points, s.scalars, ecc.MultiExpConfig{})
	})
}

func (s *group[P, E, PP, PE]) CPU() (time.Duration, error) {
	return s.timed(func() (*P, error) {
		return PP(new(P)).MultiExp(s.points, s.scalars, ecc.MultiExpConfig{})
	})
}

// Batch computes k sums at once, over the scalars times 1, 2, ….
func (s *group[P, E, PP, PE]) Batch(k int) (time.Duration, error) {
	for i := len(s.batch); i < k; i++ {
		s.batch = append(s.batch, s.scalarsTimes(i+1))
	}
	start := time.Now()
	got, err := s.bases.MultiExpBatch(0, s.batch[:k], ecc.MultiExpConfig{})
	took := time.Since(start)
	for i := range got {
		var want P
		PP(&want).ScalarMultiplication(&s.want, big.NewInt(int64(i+1)))
		if !PP(&got[i]).Equal(&want) {
			return took, ErrWrong
		}
	}
	return took, err
}

func (s *group[P, E, PP, PE]) scalarsTimes(factor int) []E {
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

func (s *group[P, E, PP, PE]) OnDevice(e *accel.Engine) (
	measure func() (time.Duration, error), free func() error, err error) {
	scalars, err := s.vector(e, s.scalars)
	if err != nil {
		return nil, nil, err
	}
	return func() (time.Duration, error) {
		return s.timed(func() (*P, error) { return s.bases.MultiExpVector(0, scalars) })
	}, scalars.Close, nil
}
