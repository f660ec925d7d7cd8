package points

import (
	"math/big"

	"github.com/consensys/gnark/frontend"
	stdhash "github.com/consensys/gnark/std/hash"
	"github.com/consensys/gnark/std/permutation/poseidon2"
)

const (
	limbBits = 64
	// packedLimbs of them are an element of every circuit's field.
	packedLimbs = 3
)

// hasher hashes limbs of emulated numbers in the circuit. [Hash] and pack do it outside.
type hasher struct {
	api       frontend.API
	poseidon2 stdhash.FieldHasher
}

func newHasher(api frontend.API) (hasher, error) {
	permutation, err := poseidon2.NewPoseidon2(api)
	if err != nil {
		return hasher{}, err
	}
	return hasher{api, stdhash.NewMerkleDamgardHasher(api, permutation, 0)}, nil
}

// write adds numbers, given by their limbs, the lowest first.
func (h hasher) write(numbers ...[]frontend.Variable) {
	for _, limbs := range numbers {
		h.poseidon2.Write(h.packed(limbs[:packedLimbs]), h.packed(limbs[packedLimbs:]))
	}
}

// packed is the number that limbs stand for.
func (h hasher) packed(limbs []frontend.Variable) frontend.Variable {
	var sum frontend.Variable = 0
	weight := big.NewInt(1)
	for _, limb := range limbs {
		sum = h.api.MulAcc(sum, limb, weight)
		weight = new(big.Int).Lsh(weight, limbBits)
	}
	return sum
}

func (h hasher) sum() frontend.Variable { return h.poseidon2.Sum() }

// pack returns two elements for each number: its lowest limbs, and the others.
func pack(numbers ...*big.Int) (elements []*big.Int) {
	bound := new(big.Int).Lsh(big.NewInt(1), packedLimbs*limbBits)
	for _, x := range numbers {
		high, low := new(big.Int).DivMod(x, bound, new(big.Int))
		elements = append(elements, low, high)
	}
	return elements
}
