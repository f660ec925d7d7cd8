// KZG on a GPU: the reference string stays on the device, and gnark-crypto verifies.
//
//	go run -tags cuda ./examples/kzg
package main

import (
	"fmt"
	"log"
	"math/big"

	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark-crypto/ecc/bn254/kzg"

	"github.com/gnark-accel/gnark-accel/accel"
	accelerated "github.com/gnark-accel/gnark-accel/accel/bn254/kzg"
)

func main() {
	if err := run(accel.Default(), 1<<16); err != nil {
		log.Fatal(err)
	}
}

// run commits to a polynomial of n coefficients, opens it at a point and verifies the opening.
func run(engine *accel.Engine, n int) error {
	// Whoever knows 42 can forge openings: such a string is for examples only.
	srs, err := kzg.NewSRS(uint64(n), big.NewInt(42))
	if err != nil {
		return err
	}
	pk, err := accelerated.Load(engine, srs.Pk)
	if err != nil {
		return err
	}
	defer pk.Close()

	polynomial := make([]fr.Element, n) // 1 + 2X + 3X² + …
	for i := range polynomial {
		polynomial[i].SetUint64(uint64(i + 1))
	}
	digest, err := pk.Commit(polynomial)
	if err != nil {
		return err
	}
	point := fr.NewElement(10)
	opening, err := pk.Open(polynomial, point)
	if err != nil {
		return err
	}

	if err := kzg.Verify(&digest, &opening, point, srs.Vk); err != nil {
		return err
	}
	fmt.Println("the opening is valid")
	return nil
}
