package main

import "log"

func Example() {
	if err := prove(100, 3); err != nil {
		log.Fatal(err)
	}
	// Output: 3 proofs
}
