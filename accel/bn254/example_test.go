package bn254_test

import (
	"fmt"
	"log"
	"math/big"
	"sync"

	"github.com/consensys/gnark-crypto/ecc"
	curve "github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr/fft"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/accel/bn254"
)

// threeMultiples returns G, 2G and 3G.
func threeMultiples() []curve.G1Affine {
	points := make([]curve.G1Affine, 3)
	for i := range points {
		points[i].ScalarMultiplicationBase(big.NewInt(int64(i + 1)))
	}
	return points
}

// A sum over points that are used once, on the device of the process if it has one.
func ExampleMultiExp() {
	points := threeMultiples()
	scalars := []fr.Element{fr.NewElement(5), fr.NewElement(6), fr.NewElement(7)}

	sum, err := bn254.MultiExp(points, scalars, ecc.MultiExpConfig{})
	if err != nil {
		log.Fatal(err)
	}

	var expected curve.G1Affine
	expected.ScalarMultiplicationBase(big.NewInt(5*1 + 6*2 + 7*3))
	fmt.Println(sum.Equal(&expected))
	// Output: true
}

// Points that are used many times are loaded once.
func ExampleG1_load() {
	engine, err := accel.Open(accel.WithPrecompute(accel.PrecomputeAuto))
	if err != nil {
		log.Fatal(err)
	}
	defer engine.Close()
	bases, err := bn254.NewG1(engine).Load(threeMultiples())
	if err != nil {
		log.Fatal(err)
	}
	defer bases.Close()

	for k := range uint64(3) {
		scalars := []fr.Element{fr.NewElement(k), fr.NewElement(k), fr.NewElement(k)}
		sum, err := bases.MultiExp(scalars, ecc.MultiExpConfig{})
		if err != nil {
			log.Fatal(err)
		}
		var expected curve.G1Affine
		expected.ScalarMultiplicationBase(new(big.Int).SetUint64(6 * k))
		fmt.Println(sum.Equal(&expected))
	}

	// The last two bases alone.
	sum, err := bases.MultiExpRange(1, []fr.Element{fr.One(), fr.One()}, ecc.MultiExpConfig{})
	if err != nil {
		log.Fatal(err)
	}
	var expected curve.G1Affine
	expected.ScalarMultiplicationBase(big.NewInt(5))
	fmt.Println(sum.Equal(&expected))
	// Output:
	// true
	// true
	// true
	// true
}

// Bases may be used by several goroutines at once. The scalars of one sum are on their way while
// another is computed.
func ExampleG1Bases_concurrently() {
	// even such small sums go to the device, if there is one
	engine, err := accel.Open(accel.WithMinSize(1))
	if err != nil {
		log.Fatal(err)
	}
	defer engine.Close()
	bases, err := bn254.NewG1(engine).Load(threeMultiples())
	if err != nil {
		log.Fatal(err)
	}
	defer bases.Close()

	var callers sync.WaitGroup
	right := make([]bool, 4)
	for k := range right {
		callers.Add(1)
		go func() {
			defer callers.Done()
			scalar := fr.NewElement(uint64(k))
			sum, err := bases.MultiExp([]fr.Element{scalar, scalar, scalar}, ecc.MultiExpConfig{})
			if err != nil {
				log.Print(err)
				return
			}
			var expected curve.G1Affine
			expected.ScalarMultiplicationBase(big.NewInt(6 * int64(k)))
			right[k] = sum.Equal(&expected)
		}()
	}
	callers.Wait()
	fmt.Println(right)
	// Output: [true true true true]
}

// Several vectors of scalars over the same bases take less time together than one after the other.
func ExampleG1Bases_batch() {
	bases, err := bn254.NewG1(accel.Default()).Load(threeMultiples())
	if err != nil {
		log.Fatal(err)
	}
	defer bases.Close()

	first := []fr.Element{fr.NewElement(1), fr.NewElement(1), fr.NewElement(1)}
	second := []fr.Element{fr.NewElement(10), fr.NewElement(20)} // with the first two bases
	sums, err := bases.MultiExpBatch(0, [][]fr.Element{first, second}, ecc.MultiExpConfig{})
	if err != nil {
		log.Fatal(err)
	}

	for i, multiple := range []int64{1 + 2 + 3, 10*1 + 20*2} {
		var expected curve.G1Affine
		expected.ScalarMultiplicationBase(big.NewInt(multiple))
		fmt.Println(sums[i].Equal(&expected))
	}
	// Output:
	// true
	// true
}

// A transform and back. The values come in bit-reversed order, as gnark-crypto's do for fft.DIF.
func ExampleFr_fft() {
	domain := fft.NewDomain(4)
	// 1 + 2X + 3X²
	polynomial := []fr.Element{fr.NewElement(1), fr.NewElement(2), fr.NewElement(3), {}}
	vectors := bn254.NewFr(accel.Default())
	if err := vectors.FFT(domain, polynomial, fft.DIF); err != nil {
		log.Fatal(err)
	}
	fmt.Println("at 1 and -1:", polynomial[0].String(), polynomial[1].String())
	if err := vectors.FFTInverse(domain, polynomial, fft.DIT); err != nil {
		log.Fatal(err)
	}
	fmt.Println("coefficients:", polynomial[0].String(), polynomial[1].String(),
		polynomial[2].String())
	// Output:
	// at 1 and -1: 6 2
	// coefficients: 1 2 3
}

// Vectors stay on the device from one operation to the next, and for sums.
func ExampleVector() {
	engine, err := accel.Open()
	if err != nil {
		log.Fatal(err)
	}
	defer engine.Close()
	scalars := bn254.NewFr(engine)
	a, err := scalars.Load([]fr.Element{fr.NewElement(1), fr.NewElement(2), fr.NewElement(3)})
	if err != nil {
		log.Fatal(err)
	}
	defer a.Close()
	squares, err := scalars.NewVector(a.Len())
	if err != nil {
		log.Fatal(err)
	}
	defer squares.Close()

	if err := squares.Mul(a, a); err != nil {
		log.Fatal(err)
	}
	sum, err := bn254.NewG1(engine).MultiExpVector(threeMultiples(), squares)
	if err != nil {
		log.Fatal(err)
	}
	var expected curve.G1Affine
	expected.ScalarMultiplicationBase(big.NewInt(1*1 + 4*2 + 9*3))
	fmt.Println("the sum:", sum.Equal(&expected))

	result := make([]fr.Element, squares.Len())
	if err := squares.Download(result); err != nil {
		log.Fatal(err)
	}
	fmt.Println("the squares:", result[0].String(), result[1].String(), result[2].String())
	// Output:
	// the sum: true
	// the squares: 1 4 9
}

// A polynomial is transformed, squared and transformed back without leaving the device.
func ExampleVector_fft() {
	domain := fft.NewDomain(4)
	// 1 + 2X
	p, err := bn254.NewFr(accel.Default()).Load([]fr.Element{fr.NewElement(1),
		fr.NewElement(2), {}, {}})
	if err != nil {
		log.Fatal(err)
	}
	defer p.Close()
	if err := p.FFT(domain, fft.DIF); err != nil {
		log.Fatal(err)
	}
	if err := p.Mul(p, p); err != nil {
		log.Fatal(err)
	}
	if err := p.FFTInverse(domain, fft.DIT); err != nil {
		log.Fatal(err)
	}
	square := make([]fr.Element, p.Len())
	if err := p.Download(square); err != nil {
		log.Fatal(err)
	}
	fmt.Println(square[0].String(), square[1].String(), square[2].String())
	// Output: 1 4 4
}
