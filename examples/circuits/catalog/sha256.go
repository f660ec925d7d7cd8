package catalog

import (
	"crypto/sha256"
	"fmt"

	"github.com/consensys/gnark/frontend"
)

// SHA256 is the hash of a message. The prover knows a message of a certain length with a public
// SHA-256 digest. The length is chosen by the number of constraints, as the longest message that
// fills a whole number of blocks. The circuit works on single bits, as the first circuits for
// SHA-256 did; gnark's std/hash/sha2 looks bytes up in tables instead, which start at 131072
// constraints. More than four wires in five therefore hold a zero or a one: one extreme of the
// scalars in practice. [MiMC] is the other, with values that look random.
var SHA256 = Circuit{
	name:        "sha256",
	description: "knowledge of a message with a SHA-256 digest",
	scaling:     "about 27000 constraints a block of 64 bytes, in any number",
	size:        func(n int) string { return fmt.Sprintf("%d bytes", messageBytes(n)) },
	circuit: func(_ request, n int) (frontend.Circuit, error) {
		return &sha256Circuit{Message: make([]frontend.Variable, messageBytes(n))}, nil
	},
	assign: func(r request, n int, wrong int64) (frontend.Circuit, error) {
		message := r.random().Bytes(messageBytes(n))
		digest := sha256.Sum256(message)
		message[0] ^= byte(wrong)
		c := &sha256Circuit{Digest: halvesOf(digest[:])}
		for _, b := range message {
			c.Message = append(c.Message, b)
		}
		return c, nil
	},
}

// messageBytes is the length of the longest message of a number of blocks. Padding takes at least
// nine bytes.
func messageBytes(blocks int) int { return blocks*sha256.BlockSize - 9 }

type sha256Circuit struct {
	Message []frontend.Variable // bytes
	// big-endian halves of 128 bits: a digest does not fit one element
	Digest [2]frontend.Variable `gnark:",public"`
}

// Define implements frontend.Circuit.
func (c *sha256Circuit) Define(api frontend.API) error {
	w := words{api}
	message := make([]word, 0, len(c.Message)/4+16)
	bytes := padSHA256(c.Message)
	for i := 0; i < len(bytes); i += 4 {
		message = append(message, w.fromBytes([4]frontend.Variable(bytes[i:i+4])))
	}
	var state [8]word
	for i, v := range sha256Initial {
		state[i] = w.constant(v)
	}
	for i := 0; i < len(message); i += 16 {
		state = w.compress(state, [16]word(message[i:i+16]))
	}
	for half := range c.Digest {
		var bits []frontend.Variable
		for i := 3; i >= 0; i-- { // least significant first
			bits = append(bits, state[4*half+i][:]...)
		}
		api.AssertIsEqual(w.number(bits), c.Digest[half])
	}
	return nil
}

// padSHA256 fills the last block: a one bit, zeros, and the length in bits.
func padSHA256(message []frontend.Variable) []frontend.Variable {
	bits := uint64(8 * len(message))
	padded := append(message[:len(message):len(message)], 0x80)
	for len(padded)%sha256.BlockSize != sha256.BlockSize-8 {
		padded = append(padded, 0)
	}
	for shift := 56; shift >= 0; shift -= 8 {
		padded = append(padded, byte(bits>>shift))
	}
	return padded
}
