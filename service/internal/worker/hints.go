package worker

// A worker has the hints of gnark's standard library, of all versions since v0.14.0. Those that
// came later are registered with the circuits that call them. gnark's package std prints a line for
// each hint that one of its packages has registered before. These import the same packages.
import (
	_ "github.com/consensys/gnark/std/algebra/native/twistededwards"
	_ "github.com/consensys/gnark/std/evmprecompiles"
	_ "github.com/consensys/gnark/std/hash/sha3"
)
