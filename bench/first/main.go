// Command first is the program that `bench first -with` starts for circuits of hash functions.
//
// It imports what a user's program for such a circuit does. The command bench has all circuits of
// the catalogue, whose package variables take some 50 ms before main.
package main

import (
	"fmt"
	"os"

	_ "github.com/consensys/gnark/std/hash/mimc" // hints of circuits
	_ "github.com/consensys/gnark/std/hash/sha2"
	_ "github.com/consensys/gnark/std/hash/sha3"
	"github.com/gnark-accel/gnark-accel/bench/internal/firstproof"
)

func main() {
	err := fmt.Errorf("arguments %q; bench first -with has others", os.Args[1:])
	if len(os.Args) == 4 { // first -program JSON
		err = firstproof.Run(os.Args[3], os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "first:", err)
		os.Exit(1)
	}
}
