//go:build !race

package catalog

import (
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/test"
	"golang.org/x/crypto/sha3"
)

// TestKeccakPadding has messages whose padding is a byte, nearly a block, and a block of its own.
func TestKeccakPadding(t *testing.T) {
	if testing.Short() {
		t.Skip("-short leaves slow circuits to make test-ci")
	}
	for _, length := range []int{keccakBlockBytes - 1, keccakBlockBytes, keccakBlockBytes + 1} {
		message := request{}.random().Bytes(length)
		hash := sha3.NewLegacyKeccak256()
		_, _ = hash.Write(message) // never fails
		assignment := keccakAssignment(message, hash.Sum(nil))
		if err := test.IsSolved(newKeccakCircuit(length), assignment,
			ecc.BN254.ScalarField()); err != nil {
			t.Errorf("%d bytes: %v", length, err)
		}
	}
}
