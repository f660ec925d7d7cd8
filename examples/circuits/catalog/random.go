package catalog

import (
	"encoding/binary"
	"math/big"
	"math/rand/v2"
)

// seeded is a seeded source of example values. It is not meant for secrets.
type seeded struct{ *rand.ChaCha8 }

// random returns the source of the assignment's values.
func (r request) random() seeded {
	var key [32]byte
	binary.LittleEndian.PutUint64(key[:], r.seed)
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
func (r seeded) NonZero(bound *big.Int) *big.Int { return plus(r.Below(plus(bound, -1)), 1) }
