package kzg_test

import (
	"fmt"
	"log"
	"math/big"

	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark-crypto/ecc/bn254/kzg"
	"github.com/gnark-accel/gnark-accel/accel"
	accelerated "github.com/gnark-accel/gnark-accel/accel/bn254/kzg"
)

// A commitment and an opening on the device of the process, if it has one, verified by
// gnark-crypto.
func Example() {
	// anyone who knows 42 can forge proofs: for tests only
	srs, err := kzg.NewSRS(8, big.NewInt(42))
	if err != nil {
		log.Fatal(err)
	}
	pk, err := accelerated.Load(nil, srs.Pk)
	if err != nil {
		log.Fatal(err)
	}
	defer pk.Close()

	p := []fr.Element{fr.NewElement(1), fr.NewElement(2), fr.NewElement(3)} // 1 + 2X + 3X²
	digest, err := pk.Commit(p)
	if err != nil {
		log.Fatal(err)
	}
	point := fr.NewElement(10)
	proof, err := pk.Open(p, point)
	if err != nil {
		log.Fatal(err)
	}

	fmt.Println("value:", proof.ClaimedValue.String())
	fmt.Println("error of the verifier:", kzg.Verify(&digest, &proof, point, srs.Vk))
	// Output:
	// value: 321
	// error of the verifier: <nil>
}

// A commitment to a polynomial by its coefficients is the sum over the powers of the SRS. By its
// values on a domain it is the same, over the Lagrange form of the key.
func ExampleProvingKey_Commit() {
	// anyone who knows 42 can forge proofs: for tests only
	srs, err := kzg.NewSRS(4, big.NewInt(42))
	if err != nil {
		log.Fatal(err)
	}
	points, err := kzg.ToLagrangeG1(srs.Pk.G1)
	if err != nil {
		log.Fatal(err)
	}
	canonical, err := accelerated.Load(accel.Default(), srs.Pk)
	if err != nil {
		log.Fatal(err)
	}
	defer canonical.Close()
	lagrange, err := accelerated.Load(accel.Default(), kzg.ProvingKey{G1: points})
	if err != nil {
		log.Fatal(err)
	}
	defer lagrange.Close()

	one := fr.One()
	byCoefficients, err := canonical.Commit([]fr.Element{one}) // the constant 1
	if err != nil {
		log.Fatal(err)
	}
	byValues, err := lagrange.Commit([]fr.Element{one, one, one, one})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("the same:", byCoefficients.Equal(&byValues))
	// Output: the same: true
}
