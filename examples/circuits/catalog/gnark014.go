//go:build gnark014

package catalog

import (
	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/std/rangecheck"
)

// newRangechecker leaves the length of limbs to gnark. From v0.15.0 on gnark has an option for it.
func newRangechecker(api frontend.API) frontend.Rangechecker { return rangecheck.New(api) }

// ofPoseidon2 are the curves over which gnark's Poseidon2 is to be had: more from v0.15.0 on.
var ofPoseidon2 = []ecc.ID{ecc.BLS12_377}
