// Multi-scalar multiplications on a GPU, over points that are used once and over bases that stay
// there. The types are gnark-crypto's.
//
//	go run -tags cuda ./examples/msm
package main

import (
	"fmt"
	"log"

	"github.com/consensys/gnark-crypto/ecc"
	curve "github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/accel/bn254"
)

func main() {
	if err := run(accel.Default(), 1<<18); err != nil {
		log.Fatal(err)
	}
}

// run computes sums over n points.
func run(engine *accel.Engine, n int) error {
	_, _, generator, _ := curve.Generators()
	scalars := make([]fr.Element, n)
	for i := range scalars {
		scalars[i].SetUint64(uint64(i))
	}
	points := curve.BatchScalarMultiplicationG1(&generator, scalars)
	g1 := bn254.NewG1(engine)

	// Points and scalars cross the bus.
	once, err := g1.MultiExp(points, scalars, ecc.MultiExpConfig{})
	if err != nil {
		return err
	}

	// The points stay on the device, with precomputed multiples; only scalars cross the bus.
	bases, err := g1.Load(points)
	if err != nil {
		return err
	}
	defer bases.Close()
	again, err := bases.MultiExp(scalars, ecc.MultiExpConfig{})
	if err != nil {
		return err
	}

	var cpu curve.G1Affine
	if _, err := cpu.MultiExp(points, scalars, ecc.MultiExpConfig{}); err != nil {
		return err
	}
	fmt.Println("equal to gnark-crypto's:", once.Equal(&cpu) && again.Equal(&cpu))
	return nil
}
