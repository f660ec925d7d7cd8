package subjects

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel"
)

// Points are the computations that make many points, over one group.
type Points interface {
	// Prepare draws n scalars, and has the engine make the points that operations begin with. For
	// operations on a domain n is a power of two.
	Prepare(n int, e *accel.Engine) error
	// Ours and CPU make points, with the engine and with gnark-crypto. They return the time that it
	// took, or ErrWrong.
	Ours(Operation, *accel.Engine) (time.Duration, error)
	CPU(Operation) (time.Duration, error)
	// OnCPU says whether gnark-crypto has the operation.
	OnCPU(Operation) bool
}

// Operation is a computation that makes many points.
type Operation string

// The operations.
const (
	Multiples Operation = "multiples" // of one base, by BatchScalarMultiplication
	Lagrange  Operation = "lagrange"  // form of an SRS, by ToLagrange
)

// Operations are all operations.
func Operations() []Operation { return []Operation{Multiples, Lagrange} }

// maker is G1 or G2 of accel/<curve>.
type maker[P, E any] interface {
	BatchScalarMultiplication(base *P, scalars []E) ([]P, error)
	ToLagrange(points []P) ([]P, error)
}

// points implements Points. The logarithms of all points are known, so that a result can be checked
// by one sum over it, with random scalars.
type points[P, E any, PP sums[P, E], PE element[E], G maker[P, E]] struct {
	open func(*accel.Engine) G
	cpu  gnarks[P, E]

	base      P
	scalars   []E // logarithms of the points, to the base
	points    []P
	evaluated []E // logarithms of the points' Lagrange form
}

// sums is a pointer to a point in affine coordinates, such as *bn254.G1Affine.
type sums[P, E any] interface {
	*P
	Equal(*P) bool
	ScalarMultiplication(*P, *big.Int) *P
	ScalarMultiplicationBase(*big.Int) *P
	MultiExp(points []P, scalars []E, config ecc.MultiExpConfig) (*P, error)
}

// gnarks are gnark-crypto's functions.
type gnarks[P, E any] struct {
	multiples func(base *P, scalars []E) []P
	lagrange  func([]P) ([]P, error) // nil for G2
	// toCoefficients transforms values on a domain, in natural order, in place.
	toCoefficients func([]E)
}

func newPoints[P, E any, PP sums[P, E], PE element[E], G maker[P, E]](
	open func(*accel.Engine) G, cpu gnarks[P, E],
) func() Points {
	return func() Points { return &points[P, E, PP, PE, G]{open: open, cpu: cpu} }
}

func (s *points[P, E, PP, PE, G]) Prepare(n int, e *accel.Engine) (err error) {
	if s.scalars, err = draw[E, PE](n); err != nil {
		return err
	}
	PP(&s.base).ScalarMultiplicationBase(big.NewInt(1))
	if s.points, err = s.open(e).BatchScalarMultiplication(&s.base, s.scalars); err != nil {
		return err
	}
	s.evaluated = slices.Clone(s.scalars)
	s.cpu.toCoefficients(s.evaluated)
	return nil
}

// draw returns random scalars of full size.
func draw[E any, PE element[E]](n int) ([]E, error) {
	scalars := make([]E, n)
	set := func(i int, bytes []byte) { PE(&scalars[i]).SetBytes(bytes) }
	return scalars, Draw(n, "uniform", set)
}

func (s *points[P, E, PP, PE, G]) Ours(o Operation, e *accel.Engine) (time.Duration, error) {
	start := time.Now()
	var made []P
	var err error
	if o == Lagrange {
		made, err = s.open(e).ToLagrange(s.points)
	} else {
		made, err = s.open(e).BatchScalarMultiplication(&s.base, s.scalars)
	}
	return s.check(o, start, made, err)
}

func (s *points[P, E, PP, PE, G]) CPU(o Operation) (time.Duration, error) {
	start := time.Now()
	if o == Lagrange {
		made, err := s.cpu.lagrange(s.points)
		return s.check(o, start, made, err)
	}
	return s.check(o, start, s.cpu.multiples(&s.base, s.scalars), nil)
}

func (s *points[P, E, PP, PE, G]) OnCPU(o Operation) bool {
	return o != Lagrange || s.cpu.lagrange != nil
}

// check returns the time since start, and ErrWrong for other points than the expected ones.
func (s *points[P, E, PP, PE, G]) check(
	o Operation, start time.Time, made []P, err error,
) (time.Duration, error) {
	took := time.Since(start)
	if err != nil {
		return took, err
	}
	logarithms := s.scalars
	if o == Lagrange {
		logarithms = s.evaluated
	}
	if len(made) != len(logarithms) {
		return took, ErrWrong
	}
	random, err := draw[E, PE](len(made))
	if err != nil {
		return took, err
	}
	got, err := PP(new(P)).MultiExp(made, random, ecc.MultiExpConfig{})
	if err != nil {
		return took, err
	}
	product := innerProduct[E, PE](logarithms, random)
	var want P
	PP(&want).ScalarMultiplication(&s.base, PE(&product).BigInt(new(big.Int)))
	if !PP(got).Equal(&want) {
		err = ErrWrong
	}
	return took, err
}

// innerProduct returns Σ a[i]·b[i].
func innerProduct[E any, PE element[E]](a, b []E) (total E) {
	var mutex sync.Mutex
	parallel(len(a), func(from, to int) {
		var sum, term E
		for i := from; i < to; i++ {
			PE(&sum).Add(&sum, PE(&term).Mul(&a[i], &b[i]))
		}
		mutex.Lock()
		defer mutex.Unlock()
		PE(&total).Add(&total, &sum)
	})
	return total
}

// NewPoints returns the operations on points of "curve/group", such as bn254/g1.
func NewPoints(name string) (Points, error) {
	for _, c := range all {
		switch name {
		case c.name + "/g1":
			return c.pointsG1(), nil
		case c.name + "/g2":
			return c.pointsG2(), nil
		}
	}
	return nil, fmt.Errorf("%q is not known; there are %s", name, strings.Join(groups(), ", "))
}
