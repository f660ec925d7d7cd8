package catalog

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/twistededwards"
	"github.com/consensys/gnark-crypto/hash"

	// Each package registers the MiMC hash of its curve.
	_ "github.com/consensys/gnark-crypto/ecc/bls12-377/fr/mimc"
	_ "github.com/consensys/gnark-crypto/ecc/bls12-381/fr/mimc"
	_ "github.com/consensys/gnark-crypto/ecc/bn254/fr/mimc"
	_ "github.com/consensys/gnark-crypto/ecc/bw6-761/fr/mimc"
)

// native is what gnark-crypto has for a curve outside of a circuit: the primitives over its scalar field.
type native struct {
	id      ecc.ID
	mimc    hash.Hash
	edwards twistededwards.ID
}

var natives = []native{
	{ecc.BN254, hash.MIMC_BN254, twistededwards.BN254},
	{ecc.BLS12_377, hash.MIMC_BLS12_377, twistededwards.BLS12_377},
	{ecc.BLS12_381, hash.MIMC_BLS12_381, twistededwards.BLS12_381},
	{ecc.BW6_761, hash.MIMC_BW6_761, twistededwards.BW6_761},
}

// Curves returns the curves over whose scalar fields every circuit of the catalogue can be built.
func Curves() []ecc.ID {
	ids := make([]ecc.ID, len(natives))
	for i, n := range natives {
		ids[i] = n.id
	}
	return ids
}

func nativeOf(curve ecc.ID) (native, error) {
	i := slices.IndexFunc(natives, func(n native) bool { return n.id == curve })
	if i < 0 {
		return native{}, fmt.Errorf("%w: %s", ErrUnsupportedCurve, curve)
	}
	return natives[i], nil
}

func (n native) field() *big.Int { return n.id.ScalarField() }

// bytes is the big-endian encoding of a field element, as gnark-crypto's hashes and signatures take it.
func (n native) bytes(x *big.Int) []byte {
	return x.FillBytes(make([]byte, (n.field().BitLen()+7)/8))
}

// hash is the MiMC hash of field elements.
func (n native) hash(elements ...*big.Int) (*big.Int, error) {
	h := n.mimc.New()
	for _, x := range elements {
		if _, err := h.Write(n.bytes(x)); err != nil {
			return nil, fmt.Errorf("MiMC over the scalar field of %s: %w", n.id, err)
		}
	}
	return new(big.Int).SetBytes(h.Sum(nil)), nil
}
