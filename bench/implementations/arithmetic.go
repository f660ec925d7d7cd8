package implementations

import (
	"math/big"
	"runtime"
	"sync"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel"
)

// element is a pointer to a scalar of gnark-crypto, such as *fr.Element.
type element[E any] interface {
	*E
	Add(x, y *E) *E
	Mul(x, y *E) *E
	SetUint64(uint64) *E
	SetBytes([]byte) *E
	BigInt(*big.Int) *big.Int
}

// affine is a pointer to a point in affine coordinates, such as *bn254.G1Affine.
type affine[P, E any] interface {
	*P
	Equal(*P) bool
	ScalarMultiplication(*P, *big.Int) *P
	ScalarMultiplicationBase(*big.Int) *P
	MultiExp(points []P, scalars []E, config ecc.MultiExpConfig) (*P, error)
}

// deviceGroup is G1 or G2 of accel/<curve>.
type deviceGroup[P, E any] interface {
	Load(points []P) (*accel.Bases[P, E], error)
	MultiExp(points []P, scalars []E, config ecc.MultiExpConfig) (*P, error)
	BatchScalarMultiplication(base *P, scalars []E) ([]P, error)
}

// field is Fr of accel/<curve>, vector its *Vector.
type (
	field[E, V any] interface{ Load([]E) (V, error) }
	vector[E any]   interface {
		accel.AnyVector[E]
		Close() error
	}
)

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

// multiples returns the scalars times 1, 2, … k.
func multiples[E any, PE element[E]](scalars []E, k int) [][]E {
	all := [][]E{scalars}
	var factor E
	for i := 1; i < k; i++ {
		PE(&factor).SetUint64(uint64(i + 1))
		multiple := make([]E, len(scalars))
		parallel(len(scalars), func(from, to int) {
			for j := from; j < to; j++ {
				PE(&multiple[j]).Mul(&scalars[j], &factor)
			}
		})
		all = append(all, multiple)
	}
	return all
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

// parallel cuts 0…n into a part for each core.
func parallel(n int, f func(from, to int)) {
	parts := min(runtime.NumCPU(), n)
	var group sync.WaitGroup
	for i := range parts {
		group.Go(func() { f(n*i/parts, n*(i+1)/parts) })
	}
	group.Wait()
}
