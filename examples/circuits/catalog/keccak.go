package catalog

import (
	"fmt"
	"math/big"

	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/std/conversion"
	keccak "github.com/consensys/gnark/std/hash/sha3"
	"github.com/consensys/gnark/std/math/uints"
)

// Keccak is the hash of a message with Keccak-256, as Ethereum has it. The prover knows a message
// of a certain length with a public digest. The circuit is gnark's std/hash/sha3, which looks up
// the exclusive or and the conjunction of two bytes in tables of 2^16 rows. These tables make it
// large from the start, and hashing a longer message adds to them; the challenge of the lookup
// argument is a commitment to part of the witness. [SHA256] is the other way to write such a hash,
// bit by bit. The length is chosen by the number of constraints, as the longest message that fills
// a whole number of blocks.
var Keccak = Circuit{
	name:        "keccak",
	description: "knowledge of a message with a Keccak-256 digest (with a commitment)",
	scaling:     "about 238000 constraints for a block of 136 bytes, 106000 for each further one",
	size:        func(n int) string { return fmt.Sprintf("%d bytes", keccakMessageBytes(n)) },
	circuit: func(_ request, n int) (frontend.Circuit, error) {
		return &keccakCircuit{Message: make([]uints.U8, keccakMessageBytes(n))}, nil
	},
	assign: func(r request, n int, wrong int64) (frontend.Circuit, error) {
		message := r.random().Bytes(keccakMessageBytes(n))
		digest := halvesOf(keccak256(message))
		message[0] ^= byte(wrong)
		return &keccakCircuit{uints.NewU8Array(message), digest}, nil
	},
}

const (
	// the rate of Keccak-256: 1600 bits of state, less twice the digest's 256
	keccakBlockBytes  = 136
	keccakDigestBytes = 32
)

// keccakMessageBytes is the length of the longest message of a number of blocks. Padding takes at
// least a byte.
func keccakMessageBytes(blocks int) int { return blocks*keccakBlockBytes - 1 }

// halvesOf are the halves of a digest as big-endian numbers.
func halvesOf(digest []byte) [2]frontend.Variable {
	const half = keccakDigestBytes / 2
	return [2]frontend.Variable{new(big.Int).SetBytes(digest[:half]),
		new(big.Int).SetBytes(digest[half:])}
}

type keccakCircuit struct {
	Message []uints.U8
	// big-endian halves of 128 bits: a digest does not fit one element
	Digest [2]frontend.Variable `gnark:",public"`
}

// Define implements frontend.Circuit.
func (c *keccakCircuit) Define(api frontend.API) error {
	hash, err := keccak.NewLegacyKeccak256(api)
	if err != nil {
		return err
	}
	hash.Write(c.Message)
	return assertDigest(api, hash.Sum(), c.Digest)
}

// assertDigest constrains the bytes of a digest to be two numbers' bytes. halvesOf gives the
// numbers.
func assertDigest(api frontend.API, digest []uints.U8, halves [2]frontend.Variable) error {
	const half = keccakDigestBytes / 2
	for i, want := range halves {
		number, err := conversion.BytesToNative(api, digest[i*half:][:half])
		if err != nil {
			return err
		}
		api.AssertIsEqual(number, want)
	}
	return nil
}
