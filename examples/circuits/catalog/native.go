package catalog

import (
	"fmt"
	stdhash "hash"
	"math/big"
	"strings"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/twistededwards"
	"github.com/consensys/gnark-crypto/hash"
	"github.com/consensys/gnark-crypto/signature"
	"github.com/consensys/gnark/std/signature/eddsa"

	// Each package registers its hash of its curve.
	_ "github.com/consensys/gnark-crypto/ecc/bls12-377/fr/mimc"
	_ "github.com/consensys/gnark-crypto/ecc/bls12-377/fr/poseidon2"
	_ "github.com/consensys/gnark-crypto/ecc/bls12-381/fr/mimc"
	_ "github.com/consensys/gnark-crypto/ecc/bls12-381/fr/poseidon2"
	_ "github.com/consensys/gnark-crypto/ecc/bn254/fr/mimc"
	_ "github.com/consensys/gnark-crypto/ecc/bn254/fr/poseidon2"
	_ "github.com/consensys/gnark-crypto/ecc/bw6-761/fr/mimc"
	_ "github.com/consensys/gnark-crypto/ecc/bw6-761/fr/poseidon2"
)

// native holds gnark-crypto's primitives over a curve's scalar field, for use outside of a circuit.
type native struct {
	id              ecc.ID
	mimc, poseidon2 hash.Hash
	edwards         twistededwards.ID
}

var natives = []native{
	{ecc.BN254, hash.MIMC_BN254, hash.POSEIDON2_BN254, twistededwards.BN254},
	{ecc.BLS12_377, hash.MIMC_BLS12_377, hash.POSEIDON2_BLS12_377, twistededwards.BLS12_377},
	{ecc.BLS12_381, hash.MIMC_BLS12_381, hash.POSEIDON2_BLS12_381, twistededwards.BLS12_381},
	{ecc.BW6_761, hash.MIMC_BW6_761, hash.POSEIDON2_BW6_761, twistededwards.BW6_761},
}

// Curves returns the curves that the catalogue knows. Most circuits can be built over each of them:
// [Circuit] has a method Curves for circuits that cannot.
func Curves() []ecc.ID {
	ids := make([]ecc.ID, len(natives))
	for i, n := range natives {
		ids[i] = n.id
	}
	return ids
}

// LookupCurve returns the curve of gnark-crypto's name, with hyphens or underscores.
func LookupCurve(name string) (ecc.ID, error) {
	for _, curve := range Curves() {
		if CurveName(curve) == strings.ReplaceAll(strings.ToLower(name), "_", "-") {
			return curve, nil
		}
	}
	return ecc.UNKNOWN, fmt.Errorf("unknown curve %q: there are %s", name, CurveNames(Curves()))
}

func (n native) field() *big.Int { return n.id.ScalarField() }

// bytes is the big-endian encoding of a field element. gnark-crypto's hashes and signatures take
// it. Other numbers are reduced.
func (n native) bytes(x *big.Int) []byte {
	reduced := new(big.Int).Mod(x, n.field())
	return reduced.FillBytes(make([]byte, (n.field().BitLen()+7)/8))
}

// hash is the MiMC hash of field elements.
func (n native) hash(elements ...*big.Int) *big.Int { return n.sum(n.mimc.New(), elements...) }

// poseidon2Hash is the Poseidon2 hash of elements: the Merkle-Damgård construction from zero.
func (n native) poseidon2Hash(elements ...*big.Int) *big.Int {
	return n.sum(n.poseidon2.New(), elements...)
}

// poseidon2Node is the node of a Merkle tree above two nodes: the construction from the left one.
func (n native) poseidon2Node(left, right *big.Int) *big.Int {
	h := n.poseidon2.New().(hash.StateStorer)
	_ = h.SetState(n.bytes(left)) // fails for other lengths alone
	return n.sum(h, right)
}

func (n native) sum(h stdhash.Hash, elements ...*big.Int) *big.Int {
	for _, x := range elements {
		_, _ = h.Write(n.bytes(x)) // fails for numbers that are not reduced
	}
	return new(big.Int).SetBytes(h.Sum(nil))
}

// public is the public key of a signer.
func (n native) public(key signature.Signer) (public eddsa.PublicKey) {
	public.Assign(n.edwards, key.Public().Bytes())
	return public
}

// sign signs a message, which is hashed.
func (n native) sign(
	key signature.Signer, message *big.Int, by hash.Hash,
) (signature eddsa.Signature, err error) {
	signed, err := key.Sign(n.bytes(message), by.New())
	if err == nil {
		signature.Assign(n.edwards, signed)
	}
	return signature, err
}

// CurveName is gnark-crypto's name of a curve with the hyphens of papers: bls12-377.
func CurveName(curve ecc.ID) string { return strings.ReplaceAll(curve.String(), "_", "-") }

// CurveNames lists names of curves, with commas between.
func CurveNames(curves []ecc.ID) string {
	var names []string
	for _, curve := range curves {
		names = append(names, CurveName(curve))
	}
	return strings.Join(names, ", ")
}
