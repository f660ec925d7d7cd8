package main

import "log"

func Example() {
	if err := run(100, 3); err != nil {
		log.Fatal(err)
	}
	// Output: 3 proofs, in the order of their witnesses
}
