package engine

import (
	"errors"
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/raw"
)

// affine is a pointer to an affine point, of gnark-crypto's as all types here.
type affine[A, J any] interface {
	*A
	FromJacobian(p *J) *A
}

// jacobian is a pointer to a point in Jacobian coordinates: X, Y and Z in memory.
type jacobian[J any] interface {
	*J
	AddAssign(p *J) *J
	DoubleAssign() *J
	IsOnCurve() bool
}

// coordinate is a pointer to a coordinate.
type coordinate[C any] interface {
	*C
	Mul(x, y *C) *C
	Square(x *C) *C
	Equal(x *C) bool
	IsZero() bool
}

// element is a pointer to an element of the prime field, of which coordinates consist.
type element[F any] interface {
	*F
	Mul(x, y *F) *F
	Equal(x *F) bool
	SetOne() *F
}

// AcceptAs stores the device's results for a group as affine points A. It checks before that they
// are points of the curve. The types are Jacobian points, coordinates and their elements.
func AcceptAs[
	A, J, C, F any, PA affine[A, J], PJ jacobian[J], PC coordinate[C], PF element[F],
](group *cuda.Group, sum *A) Accept {
	return func(result *cuda.Result) error {
		jac, err := horner[J, C, F, PJ, PC, PF](group, result.Terms)
		if err != nil {
			return fmt.Errorf("%w: %w", ErrInvalidResult, err)
		}
		PA(sum).FromJacobian(jac)
		return nil
	}
}

// horner returns Σ 2^Shift·Point over terms of descending shift, by Horner's rule.
func horner[J, C, F any, PJ jacobian[J], PC coordinate[C], PF element[F]](
	group *cuda.Group, terms []cuda.Term,
) (*J, error) {
	if err := checkShifts(group, terms); err != nil {
		return nil, err
	}
	point := new(xyzz[J, C, F, PJ, PC, PF])
	PF(&point.one).SetOne()
	sum := &point.sum // infinity: its Z is 0
	for i, term := range terms {
		if err := point.read(term.Point); err != nil {
			return nil, fmt.Errorf("term %d: %w", i, err)
		}
		PJ(sum).AddAssign(&point.jacobian)
		next := 0
		if i+1 < len(terms) {
			next = terms[i+1].Shift
		}
		for range term.Shift - next {
			PJ(sum).DoubleAssign()
		}
	}
	return sum, nil
}

// maxWindow is above any window width.
const maxWindow = 32

// checkShifts checks that the shifts descend, as Horner's rule requires. The first shift may exceed
// the bits of a scalar by less than a window. So a wrong shift does not keep the host doubling.
func checkShifts(g *cuda.Group, terms []cuda.Term) error {
	previous := g.ScalarBits + maxWindow
	for i, t := range terms {
		if t.Shift < 0 || t.Shift > previous {
			return fmt.Errorf("term %d: shift %d after %d", i, t.Shift, previous)
		}
		previous = t.Shift
	}
	return nil
}

// xyzz is a point in the coordinates X, Y, ZZ, ZZZ. They stand for the affine point (X/ZZ, Y/ZZZ).
// xyzz has the memory of a whole sum, because variables of these types move to the heap one by one.
type xyzz[J, C, F any, PJ jacobian[J], PC coordinate[C], PF element[F]] struct {
	coordinates   [4]C
	jacobian, sum J
	cube, square  C
	one, product  F
}

// read sets the point to one of the device.
//
// No inversion is needed to make it Jacobian, (x, y) = (X'/Z'², Y'/Z'³): with Z' = ZZ it is X' =
// x·ZZ² = X·ZZ and Y' = y·ZZ³ = Y·ZZ³/ZZZ = Y·ZZZ, because ZZ³ = ZZZ².
func (p *xyzz[J, C, F, PJ, PC, PF]) read(limbs []uint64) error {
	words := raw.Words(&p.coordinates)
	if len(limbs) != len(words) {
		return fmt.Errorf("a point of %d limbs, not %d", len(limbs), len(words))
	}
	copy(words, limbs)
	if !p.isReduced() {
		return errors.New("a coordinate is not reduced")
	}
	clear(raw.BytesOf(&p.jacobian)) // infinity
	x, y, zz, zzz := &p.coordinates[0], &p.coordinates[1], &p.coordinates[2], &p.coordinates[3]
	if PC(zz).IsZero() {
		return nil
	}
	PC(PC(&p.cube).Square(zz)).Mul(&p.cube, zz)
	PC(&p.square).Square(zzz)
	if !PC(&p.cube).Equal(&p.square) {
		return errors.New("ZZ³ is not ZZZ²")
	}
	to := raw.View[C](raw.BytesOf(&p.jacobian))
	PC(&to[0]).Mul(x, zz)
	PC(&to[1]).Mul(y, zzz)
	to[2] = *zz
	if !PJ(&p.jacobian).IsOnCurve() {
		return errors.New("the point is not on the curve")
	}
	return nil
}

// isReduced says whether all elements of the coordinates are below the modulus, as products are.
func (p *xyzz[J, C, F, PJ, PC, PF]) isReduced() bool {
	elements := raw.View[F](raw.BytesOf(&p.coordinates))
	for i := range elements {
		PF(&p.product).Mul(&elements[i], &p.one)
		if !PF(&p.product).Equal(&elements[i]) {
			return false
		}
	}
	return true
}
