package bn254

import (
	"fmt"
	"math/big"
	"runtime"
	"sync"

	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr/fft"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/protocol"
)

// quotient computes H with H·(Xⁿ − 1) = a·b − c; see [Accelerator.ComputeH].
//
// On the coset gD, where Xⁿ = gⁿ, the product a·b agrees with a polynomial of degree below n, and interpolating there
// gives H·(gⁿ − 1) + c. As c is known by its coefficients it can be subtracted from those, so that it needs no transform
// on the coset: six transforms in all.
func quotient(a, b, c []fr.Element, domain *fft.Domain) ([]fr.Element, error) {
	if domain == nil {
		return nil, fmt.Errorf("%w: no domain", protocol.ErrInvalidInput)
	}
	n := int(domain.Cardinality)
	if len(a) > n || len(b) != len(a) || len(c) != len(a) {
		return nil, fmt.Errorf("%w: %d, %d and %d values on a domain of %d", protocol.ErrKeyMismatch, len(a), len(b), len(c), n)
	}
	a, b, c = pad(a, n), pad(b, n), pad(c, n)

	for _, v := range [][]fr.Element{a, b, c} {
		domain.FFTInverse(v, fft.DIF)
	}
	for _, v := range [][]fr.Element{a, b} {
		domain.FFT(v, fft.DIT, fft.OnCoset())
	}
	inChunks(n, func(from, to int) {
		product := fr.Vector(a[from:to])
		product.Mul(product, b[from:to])
	})
	domain.FFTInverse(a, fft.DIF, fft.OnCoset())

	vanishing := inverseOnCoset(domain)
	inChunks(n, func(from, to int) {
		h := fr.Vector(a[from:to])
		h.Sub(h, c[from:to])
		h.ScalarMul(h, &vanishing)
	})
	return a, nil
}

// pad appends zeros up to n values, in place if the capacity allows it.
func pad(values []fr.Element, n int) []fr.Element {
	return append(values, make([]fr.Element, n-len(values))...)
}

// inverseOnCoset returns 1/(gⁿ − 1), the inverse of the vanishing polynomial on the coset.
func inverseOnCoset(domain *fft.Domain) fr.Element {
	one := fr.One()
	var v fr.Element
	v.Exp(domain.FrMultiplicativeGen, new(big.Int).SetUint64(domain.Cardinality))
	v.Sub(&v, &one)
	v.Inverse(&v)
	return v
}

// inChunks calls f on parts of [0, n) on all processors.
func inChunks(n int, f func(from, to int)) {
	const least = 1 << 10 // below this a goroutine costs more than it saves
	chunk := max((n+runtime.NumCPU()-1)/runtime.NumCPU(), least)
	var all sync.WaitGroup
	for from := 0; from < n; from += chunk {
		all.Go(func() { f(from, min(from+chunk, n)) })
	}
	all.Wait()
}
