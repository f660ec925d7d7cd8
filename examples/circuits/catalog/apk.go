package catalog

import (
	"math/big"

	bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381"
	bls12381fr "github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/std/algebra/emulated/sw_bls12381"
	"github.com/consensys/gnark/std/algebra/emulated/sw_emulated"
	"github.com/consensys/gnark/std/math/emulated"
)

// APK is the aggregate public key of a committee that signs with BLS12-381. The prover knows the
// keys of all members, with a public Poseidon2 hash, and their sum over those members whose bit is
// set in a public bitmap is a public key. Light clients of chains that sign so verify one signature
// with that key. The additions are emulated in limbs of 64 bits, six a coordinate, also over
// BLS12-381 itself; each member costs an addition, a choice and four hashes, whether they signed or
// not. The keys are not checked: who has their hash knows that they are points, each with a proof
// of possession. The sum begins at a point that a hash gives, so that no addition meets a point
// twice. The circuit grows with the number of members.
var APK = Circuit{
	name: "apk",
	description: "the sum of those BLS12-381 keys of a committee that a bitmap names " +
		"(with a commitment)",
	scaling: "about 4200 constraints for a member, 1700 for each further one",
	curves:  ofPoseidon2,
	size:    counting("member", "members"),
	circuit: newCommittee,
	assign:  committeeAssignment,
}

// membersPerWord are the bits of a word of the bitmap. A word fits an element of any field.
const membersPerWord = 240

type committee struct {
	Keys      []sw_bls12381.G1Affine
	Hash      frontend.Variable    `gnark:",public"` // of all keys
	Signed    []frontend.Variable  `gnark:",public"` // a bit each, the lowest first
	Aggregate sw_bls12381.G1Affine `gnark:",public"`
}

// newCommittee is the circuit of members, whose keys are points of BLS12-381's G1.
func newCommittee(_ request, members int) (frontend.Circuit, error) {
	return &committee{
		Keys:   make([]sw_bls12381.G1Affine, members),
		Signed: make([]frontend.Variable, (members+membersPerWord-1)/membersPerWord),
	}, nil
}

// committeeAssignment has three members of four sign, the last among them. A wrong one says that
// the last did not.
func committeeAssignment(r request, members int, wrong int64) (frontend.Circuit, error) {
	c, random := &committee{}, r.random()
	var sum, key bls12381.G1Affine
	_, _, base, _ := bls12381.Generators()
	var coordinates, words []*big.Int
	for i := range members {
		if i%membersPerWord == 0 {
			words = append(words, new(big.Int))
		}
		key.ScalarMultiplication(&base, random.NonZero(bls12381fr.Modulus()))
		c.Keys = append(c.Keys, sw_bls12381.NewG1Affine(key))
		coordinates = append(coordinates, number(key.X), number(key.Y))
		if random.Uint64()%4 > 0 || i == members-1 {
			sum.Add(&sum, &key)
			word := words[i/membersPerWord]
			word.SetBit(word, i%membersPerWord, 1)
		}
	}
	c.Hash = r.curve.poseidon2Hash(pack(coordinates)...)
	c.Aggregate = sw_bls12381.NewG1Affine(sum)
	last := words[len(words)-1]
	last.SetBit(last, (members-1)%membersPerWord, uint(1-wrong))
	for _, word := range words {
		c.Signed = append(c.Signed, word)
	}
	return c, nil
}

// Define implements frontend.Circuit. The sum begins at a point whose logarithm nobody knows, so
// that additions need not be complete: only who knew that logarithm could make the sum meet a key.
func (c *committee) Define(api frontend.API) error {
	curve, err := sw_emulated.New[emulated.BLS12381Fp, emulated.BLS12381Fr](api,
		sw_emulated.GetBLS12381Params())
	if err != nil {
		return err
	}
	seed, err := bls12381.HashToG1([]byte("sum of keys"), []byte("gnark-accel example circuits"))
	if err != nil {
		return err
	}
	start := sw_bls12381.NewG1Affine(seed)
	sum, signed := &start, c.bits(api)
	var coordinates [][]frontend.Variable
	for i := range c.Keys {
		key := &c.Keys[i]
		coordinates = append(coordinates, key.X.Limbs, key.Y.Limbs)
		sum = curve.Select(signed[i], curve.Add(sum, key), sum)
	}
	curve.AssertIsEqual(sum, curve.AddUnified(&start, &c.Aggregate))
	return assertHash(api, c.Hash, coordinates)
}

// bits says of each member whether they signed. Bits beyond the last member must be zero.
func (c *committee) bits(api frontend.API) (bits []frontend.Variable) {
	for i, word := range c.Signed {
		members := min(len(c.Keys)-i*membersPerWord, membersPerWord)
		bits = append(bits, api.ToBinary(word, members)...)
	}
	return bits
}
