// Transforms on a GPU: the product of two polynomials from their values.
//
//	go run -tags cuda ./examples/fft
package main

import (
	"fmt"
	"log"

	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr/fft"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/accel/bn254"
)

func main() {
	if err := run(accel.Default(), 1<<20); err != nil {
		log.Fatal(err)
	}
}

// run squares 1 + X + X² + … + X^(n/2−1) with transforms of n elements; n is a power of two.
func run(engine *accel.Engine, n int) error {
	field := bn254.NewFr(engine)
	domain := fft.NewDomain(uint64(n))
	p := make([]fr.Element, n)
	for i := range n / 2 {
		p[i].SetOne()
	}

	// Decimation in frequency leaves values in bit-reversed order. Decimation in time starts there.
	if err := field.FFT(domain, p, fft.DIF); err != nil {
		return err
	}
	for i := range p {
		p[i].Square(&p[i])
	}
	if err := field.FFTInverse(domain, p, fft.DIT); err != nil {
		return err
	}

	// The square is 1 + 2X + 3X² + … + (n/2)·X^(n/2−1) + …
	right := true
	for i := range n / 2 {
		right = right && p[i].IsUint64() && p[i].Uint64() == uint64(i+1)
	}
	fmt.Println("the coefficients are right:", right)
	return nil
}
