package subjects

import (
	"errors"
	"time"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/accel/cuda/driver"
)

// Device returns an MSM over scalars that are on the device before, on a backend of its own, and a
// function that frees it.
func (s *msm[P, J, E, PP, PJ, PE, B, G]) Device() (
	measure func() (time.Duration, cuda.Report, error), free func() error, err error) {
	backend, err := cuda.Open(cuda.Config{})
	if err != nil {
		return nil, nil, err
	}
	bases, err := backend.Load(s.group, driver.Bytes(s.points), 0)
	if err != nil {
		return nil, nil, errors.Join(err, backend.Close())
	}
	w, err := backend.Workspace()
	if err != nil {
		return nil, nil, errors.Join(err, bases.Close(), backend.Close())
	}
	free = func() error { return errors.Join(w.Close(), bases.Close(), backend.Close()) }
	scalars, err := w.Vector(&s.backend.field, len(s.scalars))
	if err == nil {
		w.Upload(scalars, driver.Bytes(s.scalars))
		err = w.Wait()
	}
	if err != nil {
		return nil, nil, errors.Join(err, free())
	}
	measure = func() (time.Duration, cuda.Report, error) {
		start := time.Now()
		result, err := bases.MultiExpVector(0, scalars)
		took := time.Since(start)
		if err != nil {
			return took, cuda.Report{}, err
		}
		got := s.sum(result.Terms)
		_, err = s.check(start, &got, nil)
		return took, result.Report, err
	}
	return measure, free, nil
}

// sumOfTerms returns the sum of the terms of a result.
type sumOfTerms[P any] func([]cuda.Term) P

// coordinate is a pointer to a coordinate of a point, such as *fp.Element.
type coordinate[F any] interface {
	*F
	Mul(x, y *F) *F
	Inverse(x *F) *F
}

// horner is sumOfTerms by Horner's rule. Points of type P are two coordinates of type F in memory.
func horner[P, J, F any, PP interface {
	*P
	FromJacobian(*J) *P
}, PJ jacobian[P, J], PF coordinate[F]](terms []cuda.Term) (affine P) {
	var sum J
	for i, term := range terms {
		point := fromXYZZ[P, F, PF](term.Point)
		PJ(&sum).AddMixed(&point)
		next := 0
		if i+1 < len(terms) {
			next = terms[i+1].Shift
		}
		for range term.Shift - next {
			PJ(&sum).DoubleAssign()
		}
	}
	PP(&affine).FromJacobian(&sum)
	return affine
}

// fromXYZZ returns the point (X/ZZ, Y/ZZZ) of the coordinates X, Y, ZZ and ZZZ.
func fromXYZZ[P, F any, PF coordinate[F]](limbs []uint64) P {
	var xyzz [4]F
	copy(driver.Bytes(xyzz[:]), driver.Bytes(limbs))
	zz, zzz := &xyzz[2], &xyzz[3]
	PF(&xyzz[0]).Mul(&xyzz[0], PF(zz).Inverse(zz))
	PF(&xyzz[1]).Mul(&xyzz[1], PF(zzz).Inverse(zzz))
	point := make([]P, 1)
	copy(driver.Bytes(point), driver.Bytes(xyzz[:2]))
	return point[0]
}
