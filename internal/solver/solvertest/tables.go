package solvertest

import (
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/std/lookup/logderivlookup"
)

// cipher runs rounds of AES' shape on blocks of 16 bytes. They are substitutions by a lookup table
// of 256 constants, sums of bits, and doublings by another table.
type cipher struct {
	Blocks [][16]frontend.Variable
	Key    [16]frontend.Variable
}

// Cipher returns a circuit that encrypts n blocks, with an assignment.
func Cipher(n int) (circuit, assignment frontend.Circuit) {
	a := &cipher{Blocks: make([][16]frontend.Variable, n)}
	for i := range a.Blocks {
		for j := range a.Blocks[i] {
			a.Blocks[i][j] = (7*i + 13*j) % 256
		}
	}
	for j := range a.Key {
		a.Key[j] = 11*j + 1
	}
	return &cipher{Blocks: make([][16]frontend.Variable, n)}, a
}

const rounds = 10

// Define implements frontend.Circuit.
func (c *cipher) Define(api frontend.API) error {
	substitution, double := logderivlookup.New(api), logderivlookup.New(api)
	for i := range 256 {
		substitution.Insert((i*i*i + 99*i + 7) % 257 % 256) // any table will do
		double.Insert((i << 1 & 255) ^ i>>7*0x1b)
	}
	for _, block := range c.Blocks {
		state := block[:]
		for range rounds {
			state = substitution.Lookup(state...)
			doubled := double.Lookup(state...)
			mixed := make([]frontend.Variable, len(state))
			for i := range state {
				mixed[i] = exclusive(api, doubled[i], state[(5*i+4)%16], c.Key[i])
			}
			state = mixed
		}
		api.AssertIsDifferent(state[0], 256)
	}
	return nil
}

// exclusive returns the exclusive or of bytes.
func exclusive(api frontend.API, bytes ...frontend.Variable) frontend.Variable {
	sum := api.ToBinary(bytes[0], 8)
	for _, b := range bytes[1:] {
		for i, bit := range api.ToBinary(b, 8) {
			sum[i] = api.Xor(sum[i], bit)
		}
	}
	return api.FromBinary(sum...)
}
