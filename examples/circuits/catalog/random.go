package catalog

import (
	"encoding/binary"
	"math/big"
	"math/rand/v2"
)

// random is a seeded source of example values. It is not meant for secrets.
type random struct{ *rand.ChaCha8 }

func (r request) random() random {
	var seed [32]byte
	binary.LittleEndian.PutUint64(seed[:], r.seed)
	return random{rand.NewChaCha8(seed)}
}

// bytes returns n random bytes.
func (r random) bytes(n int) []byte {
	b := make([]byte, n)
	_, _ = r.Read(b) // never fails
	return b
}

// below returns a number in [0, bound). Its bias is below 2^-64.
func (r random) below(bound *big.Int) *big.Int {
	x := new(big.Int).SetBytes(r.bytes(bound.BitLen()/8 + 9))
	return x.Mod(x, bound)
}
