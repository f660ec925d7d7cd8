// Package values has the values that assignments are made of: seeded randomness, and Merkle trees.
package values

import (
	"encoding/binary"
	"math/big"
	"math/rand/v2"
)

// Random is a seeded source of example values. It is not meant for secrets.
type Random struct{ *rand.ChaCha8 }

// NewRandom returns the source of a seed.
func NewRandom(seed uint64) Random {
	var key [32]byte
	binary.LittleEndian.PutUint64(key[:], seed)
	return Random{rand.NewChaCha8(key)}
}

// Bytes returns n random bytes.
func (r Random) Bytes(n int) []byte {
	b := make([]byte, n)
	_, _ = r.Read(b) // never fails
	return b
}

// Below returns a number in [0, bound). Its bias is below 2^-64.
func (r Random) Below(bound *big.Int) *big.Int {
	x := new(big.Int).SetBytes(r.Bytes(bound.BitLen()/8 + 9))
	return x.Mod(x, bound)
}

// NonZero returns a number in [1, bound).
func (r Random) NonZero(bound *big.Int) *big.Int {
	one := big.NewInt(1)
	x := r.Below(new(big.Int).Sub(bound, one))
	return x.Add(x, one)
}
