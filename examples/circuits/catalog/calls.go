package catalog

import (
	"fmt"
	"math/big"

	"github.com/consensys/gnark/frontend"
	stdhash "github.com/consensys/gnark/std/hash"
	"github.com/consensys/gnark/std/permutation/poseidon2"
)

// call constrains its result to be right, and returns the limbs of all its numbers.
type call[C any] interface {
	*C
	define(api frontend.API) ([][]frontend.Variable, error)
}

// example is a call with its numbers, in the order of define's limbs.
type example[C any] struct {
	call    C
	numbers []*big.Int
}

// calls is circuits of n calls of one kind. One public hash binds arguments and results of all.
type calls[C any, P call[C]] struct {
	Hash  frontend.Variable `gnark:",public"`
	Calls []C
}

func callsOf[C any, P call[C]](_ request, n int) (frontend.Circuit, error) {
	return &calls[C, P]{Calls: make([]C, n)}, nil
}

// drawing assigns calls that draw makes up. With wrong as 1 the last call's result is wrong, for
// which the hash is right.
func drawing[C any, P call[C]](
	draw func(random seeded, wrong int64) example[C],
) func(request, int, int64) (frontend.Circuit, error) {
	return func(r request, n int, wrong int64) (frontend.Circuit, error) {
		c, random := &calls[C, P]{}, r.random()
		var numbers []*big.Int
		for i := range n {
			off := wrong
			if i < n-1 {
				off = 0
			}
			e := draw(random, off)
			c.Calls, numbers = append(c.Calls, e.call), append(numbers, e.numbers...)
		}
		c.Hash = r.curve.poseidon2Hash(pack(numbers)...)
		return c, nil
	}
}

// Define implements frontend.Circuit.
func (c *calls[C, P]) Define(api frontend.API) error {
	hash, err := newHasher(api)
	if err != nil {
		return err
	}
	for i := range c.Calls {
		numbers, err := P(&c.Calls[i]).define(api)
		if err != nil {
			return fmt.Errorf("call %d: %w", i, err)
		}
		hash.write(numbers...)
	}
	api.AssertIsEqual(hash.sum(), c.Hash)
	return nil
}

const (
	emulatedBits = 64
	// packedLimbs of them are an element of every circuit's field.
	packedLimbs = 3
)

// hasher hashes limbs of emulated numbers in the circuit. native and pack do it outside.
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
		weight = new(big.Int).Lsh(weight, emulatedBits)
	}
	return sum
}

func (h hasher) sum() frontend.Variable { return h.poseidon2.Sum() }

// pack returns two elements for each number: its lowest limbs, and the others.
func pack(numbers []*big.Int) (elements []*big.Int) {
	bound := new(big.Int).Lsh(big.NewInt(1), packedLimbs*emulatedBits)
	for _, x := range numbers {
		high, low := new(big.Int).DivMod(x, bound, new(big.Int))
		elements = append(elements, low, high)
	}
	return elements
}
