package main

import (
	"log"

	"github.com/gnark-accel/gnark-accel/accel"
)

// Even the smallest size goes to the device here, if there is one.
func Example() {
	engine, err := accel.Open(accel.WithMinSize(1))
	if err != nil {
		log.Fatal(err)
	}
	defer engine.Close()
	if err := run(engine, 100); err != nil {
		log.Fatal(err)
	}
	// Output: equal to gnark-crypto's: true
}
