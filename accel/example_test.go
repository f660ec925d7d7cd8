package accel_test

import (
	"errors"
	"fmt"
	"log"
	"math/big"

	"github.com/consensys/gnark-crypto/ecc"
	curve "github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/accel/bn254"
)

// oneToN returns G, 2G, …, nG, and n times the scalar 1. Their sum is n(n + 1)/2 times G.
func oneToN(n int) ([]curve.G1Affine, []fr.Element) {
	_, _, generator, _ := curve.Generators()
	multiples := make([]fr.Element, n)
	scalars := make([]fr.Element, n)
	for i := range n {
		multiples[i].SetInt64(int64(i + 1))
		scalars[i].SetOne()
	}
	return curve.BatchScalarMultiplicationG1(&generator, multiples), scalars
}

// triangle returns n(n + 1)/2 times G.
func triangle(n int64) (sum curve.G1Affine) {
	sum.ScalarMultiplicationBase(big.NewInt(n * (n + 1) / 2))
	return sum
}

// An engine opens on any machine. What it found is told by [accel.Engine.Unavailable], and what
// it did by its statistics.
func ExampleOpen() {
	// even the smallest sums go to the device, if there is one
	engine, err := accel.Open(accel.WithMinSize(1))
	if err != nil {
		log.Fatal(err) // an option was wrong
	}
	defer engine.Close()

	points, scalars := oneToN(100)
	sum, err := bn254.NewG1(engine).MultiExp(points, scalars, ecc.MultiExpConfig{})
	if err != nil {
		log.Fatal(err)
	}

	want := triangle(100)
	fmt.Println("the sum is right:", sum.Equal(&want))
	if reason := engine.Unavailable(); reason != nil {
		log.Print("computed on the CPU: ", reason)
	}
	use := engine.Statistics()
	fmt.Println("sums on the device or, for want of one, on the CPU:",
		use.DeviceMSMs+use.CPUNoDevice)
	// Output:
	// the sum is right: true
	// sums on the device or, for want of one, on the CPU: 1
}

// A service that would rather not start than be slow asks for a strict engine. It is told what is
// missing. Here it is told on purpose to open a driver that is not there.
func ExampleWithStrict() {
	engine, err := accel.Open(accel.WithStrict(), accel.WithDriverLibrary("/nowhere/libcuda.so.1"))
	switch {
	case err == nil:
		defer engine.Close()
		fmt.Println("ready")
	case errors.Is(err, accel.ErrNotCompiled), errors.Is(err,
		accel.ErrNotSupported), errors.Is(err, accel.ErrNoLibrary):
		fmt.Println("not started: this build, or this machine, cannot use a GPU")
	case errors.Is(err, accel.ErrNoDevice):
		fmt.Println("not started: the driver shows no GPU")
	default:
		fmt.Println("not started:", err)
	}
	// Output: not started: this build, or this machine, cannot use a GPU
}

// A program that shares its GPU with others bounds the memory that it takes there. Bases for
// which there is no room in it are sent with each sum.
func ExampleWithMemoryLimit() {
	const limit = 512 << 20 // bytes
	engine, err := accel.Open(accel.WithMemoryLimit(limit), accel.WithMinSize(1))
	if err != nil {
		log.Fatal(err)
	}
	defer engine.Close()

	points, scalars := oneToN(100)
	bases, err := bn254.NewG1(engine).Load(points)
	if err != nil {
		log.Fatal(err)
	}
	defer bases.Close()
	sum, err := bases.MultiExp(scalars, ecc.MultiExpConfig{})
	if err != nil {
		log.Fatal(err)
	}

	want := triangle(100)
	fmt.Println("the sum is right:", sum.Equal(&want))
	fmt.Println("within the limit:", engine.Statistics().DeviceBytes <= limit)
	// Output:
	// the sum is right: true
	// within the limit: true
}

// An engine has all devices of the host, and programs need not know how many there are. One that
// shares the host with others chooses some by their indices.
func ExampleWithDevices() {
	engine, err := accel.Open(accel.WithDevices(0), accel.WithMinSize(1))
	if err != nil {
		log.Fatal(err)
	}
	defer engine.Close()

	right := 0
	for part := range 4 {
		points, scalars := oneToN(10 + part)
		sum, err := bn254.NewG1(engine).MultiExp(points, scalars, ecc.MultiExpConfig{})
		if err != nil {
			log.Fatal(err)
		}
		if want := triangle(int64(10 + part)); sum.Equal(&want) {
			right++
		}
	}
	fmt.Println(right, "sums are right, on at most", max(1, len(engine.Devices())), "device")
	// Output: 4 sums are right, on at most 1 device
}
