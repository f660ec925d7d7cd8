package algebra

import "math/big"

// Scalar is a pointer to a scalar E, such as *fr.Element. Its methods are gnark-crypto's.
type Scalar[E any] interface {
	*E
	Add(x, y *E) *E
	Sub(x, y *E) *E
	Mul(x, y *E) *E
	Neg(x *E) *E
	Inverse(x *E) *E // of zero it is zero
	Exp(x E, k *big.Int) *E
	SetOne() *E
	SetUint64(v uint64) *E
	IsZero() bool
	Equal(x *E) bool
	SetRandom() (*E, error)
	SetBigInt(v *big.Int) *E
	SetBytes(bigEndian []byte) *E // modulo the field's order
	BigInt(v *big.Int) *big.Int
	Marshal() []byte
	IsUint64() bool
	Uint64() uint64
}

// One returns the element 1.
func One[E any, S Scalar[E]]() (one E) { return *S(&one).SetOne() }

// Power returns xⁿ.
func Power[E any, S Scalar[E]](x E, n uint64) (power E) {
	return *S(&power).Exp(x, new(big.Int).SetUint64(n))
}
