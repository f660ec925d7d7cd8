package catalog

import (
	"encoding/binary"
	"math/big"
	"math/rand/v2"
)

// seeded is a seeded source of example values. It is not meant for secrets.
type seeded struct{ *rand.ChaCha8 }

// newSeeded returns the source of a seed.
func newSeeded(seed uint64) seeded {
	var key [32]byte
	binary.LittleEndian.PutUint64(key[:], seed)
	return seeded{rand.NewChaCha8(key)}
}

// Bytes returns n random bytes.
func (r seeded) Bytes(n int) []byte {
	b := make([]byte, n)
	_, _ = r.Read(b) // never fails
	return b
}

// Below returns a number in [0, bound). Its bias is below 2^-64.
func (r seeded) Below(bound *big.Int) *big.Int {
	x := new(big.Int).SetBytes(r.Bytes(bound.BitLen()/8 + 9))
	return x.Mod(x, bound)
}

// NonZero returns a number in [1, bound).
func (r seeded) NonZero(bound *big.Int) *big.Int {
	one := big.NewInt(1)
	x := r.Below(new(big.Int).Sub(bound, one))
	return x.Add(x, one)
}
