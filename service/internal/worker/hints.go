package worker

// A worker has the hints of gnark's standard library, of all versions since v0.14.0. Those that
// came later are registered with the circuits that call them. gnark's package std imports the same
// packages, and prints a line for each hint that one of them has registered before.
import (
	_ "github.com/consensys/gnark/std/algebra/emulated/fields_bls12381"
	_ "github.com/consensys/gnark/std/algebra/emulated/fields_bn254"
	_ "github.com/consensys/gnark/std/algebra/emulated/fields_bw6761"
	_ "github.com/consensys/gnark/std/algebra/emulated/sw_bls12381"
	_ "github.com/consensys/gnark/std/algebra/emulated/sw_bw6761"
	_ "github.com/consensys/gnark/std/algebra/emulated/sw_emulated"
	_ "github.com/consensys/gnark/std/algebra/native/fields_bls12377"
	_ "github.com/consensys/gnark/std/algebra/native/sw_bls12377"
	_ "github.com/consensys/gnark/std/algebra/native/twistededwards"
	_ "github.com/consensys/gnark/std/conversion"
	_ "github.com/consensys/gnark/std/evmprecompiles"
	_ "github.com/consensys/gnark/std/hash/sha3"
	_ "github.com/consensys/gnark/std/math/bits"
	_ "github.com/consensys/gnark/std/math/bitslice"
	_ "github.com/consensys/gnark/std/math/cmp"
	_ "github.com/consensys/gnark/std/math/emulated"
	_ "github.com/consensys/gnark/std/math/uints"
	_ "github.com/consensys/gnark/std/rangecheck"
	_ "github.com/consensys/gnark/std/selector"
)
