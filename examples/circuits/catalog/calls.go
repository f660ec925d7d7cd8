package catalog

import (
	"fmt"
	"math/big"

	"github.com/consensys/gnark/frontend"
	stdhash "github.com/consensys/gnark/std/hash"
	"github.com/consensys/gnark/std/permutation/poseidon2"
)

// hashOf is the Poseidon2 hash of elements of the circuit's field, outside of the circuit: the
// Merkle-Damgård construction from zero.
type hashOf func(elements ...*big.Int) (*big.Int, error)

// repeated is circuits of n calls of one kind. One public hash binds arguments and results of all.
type repeated interface {
	Circuit(calls int) frontend.Circuit
	// Assign makes up calls. The last call of the invalid assignment has a wrong result, which its
	// hash is right for.
	Assign(calls int, random seeded, hash hashOf) (valid, invalid frontend.Circuit, err error)
}

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

// callFamily makes circuits of a type of calls. draw makes up a call, with its result and a wrong
// one.
type callFamily[C any, P call[C]] struct {
	draw func(random seeded) (right, wrong example[C])
}

type calls[C any, P call[C]] struct {
	Hash  frontend.Variable `gnark:",public"`
	Calls []C
}

// Circuit implements [repeated].
func (f callFamily[C, P]) Circuit(n int) frontend.Circuit {
	return &calls[C, P]{Calls: make([]C, n)}
}

// Assign implements [repeated].
func (f callFamily[C, P]) Assign(n int, random seeded, hash hashOf) (valid,
	invalid frontend.Circuit, err error) {
	right, wrong := make([]example[C], n), make([]example[C], n)
	for i := range n {
		right[i], wrong[i] = f.draw(random)
	}
	copy(wrong, right[:n-1])
	if valid, err = assign[C, P](right, hash); err != nil {
		return nil, nil, err
	}
	invalid, err = assign[C, P](wrong, hash)
	return valid, invalid, err
}

func assign[C any, P call[C]](examples []example[C], hash hashOf) (frontend.Circuit, error) {
	c := &calls[C, P]{}
	var elements []*big.Int
	for _, e := range examples {
		c.Calls = append(c.Calls, e.call)
		elements = append(elements, pack(e.numbers...)...)
	}
	sum, err := hash(elements...)
	c.Hash = sum
	return c, err
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

// pointsOf makes circuits that grow with the number of some things about points.
func pointsOf(things repeated) func(request) (sizes, error) {
	return func(r request) (sizes, error) {
		return sizes{things.Circuit, func(n int) (valid, invalid frontend.Circuit, err error) {
			return things.Assign(n, r.random(), r.curve.poseidon2Hash)
		}}, nil
	}
}

const (
	emulatedBits = 64
	// packedLimbs of them are an element of every circuit's field.
	packedLimbs = 3
)

// hasher hashes limbs of emulated numbers in the circuit. [hashOf] and pack do it outside.
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
func pack(numbers ...*big.Int) (elements []*big.Int) {
	bound := new(big.Int).Lsh(big.NewInt(1), packedLimbs*emulatedBits)
	for _, x := range numbers {
		high, low := new(big.Int).DivMod(x, bound, new(big.Int))
		elements = append(elements, low, high)
	}
	return elements
}
