//go:build !gnark014

package catalog

import (
	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/std/rangecheck"
)

// newRangechecker returns a checker with limbs of one length, whatever the number of amounts.
func newRangechecker(api frontend.API) frontend.Rangechecker {
	return rangecheck.New(api, rangecheck.WithBaseLength(limbBits))
}

// ofPoseidon2 are the curves over which gnark's Poseidon2 is to be had: nil for all.
var ofPoseidon2 []ecc.ID
