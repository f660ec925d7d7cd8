package subjects

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

// vector is a *Vector of accel/<curve>.
type vector[E any] interface {
	accel.AnyVector[E]
	Close() error
}

// vectorsOf returns a function that loads scalars, for a package's function NewFr.
func vectorsOf[E any, V vector[E], F interface{ Load(elements []E) (V, error) }](
	newFr func(*accel.Engine) F,
) func(*accel.Engine, []E) (vector[E], error) {
	return func(e *accel.Engine, scalars []E) (vector[E], error) { return newFr(e).Load(scalars) }
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
