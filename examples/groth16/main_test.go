package main

import "log"

func Example() {
	if err := run(100); err != nil {
		log.Fatal(err)
	}
	// Output: the proof is valid
}
