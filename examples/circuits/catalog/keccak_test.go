//go:build !race

package catalog

import (
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/std/math/uints"
	"github.com/consensys/gnark/test"
)

// TestKeccakPadding has messages whose padding is a byte, nearly a block, and a block of its own.
func TestKeccakPadding(t *testing.T) {
	if testing.Short() {
		t.Skip("-short leaves slow circuits to make test-ci")
	}
	for _, length := range []int{keccakBlockBytes - 1, keccakBlockBytes, keccakBlockBytes + 1} {
		message := request{}.random().Bytes(length)
		circuit := &keccakCircuit{Message: make([]uints.U8, length)}
		right := &keccakCircuit{uints.NewU8Array(message), halvesOf(keccak256(message))}
		if err := test.IsSolved(circuit, right, ecc.BN254.ScalarField()); err != nil {
			t.Errorf("%d bytes: %v", length, err)
		}
	}
}
