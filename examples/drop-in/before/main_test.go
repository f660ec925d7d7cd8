//go:build !race

// gnark's setup takes long under the race detector, and there is nothing to find in it.

package main

func Example() {
	main()
	// Output: the proof is valid
}
