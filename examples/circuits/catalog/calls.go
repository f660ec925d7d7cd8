package catalog

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/consensys/gnark/frontend"
	stdhash "github.com/consensys/gnark/std/hash"
	_ "github.com/consensys/gnark/std/hash/poseidon2" // registers itself
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
	var numbers [][]frontend.Variable
	for i := range c.Calls {
		more, err := P(&c.Calls[i]).define(api)
		if err != nil {
			return fmt.Errorf("call %d: %w", i, err)
		}
		numbers = append(numbers, more...)
	}
	return assertHash(api, c.Hash, numbers)
}

const (
	emulatedBits = 64
	// packedLimbs of them are an element of every circuit's field.
	packedLimbs = 3
)

// assertHash constrains a hash of emulated numbers. Their limbs come with the lowest first. native
// and pack hash outside.
func assertHash(api frontend.API, hash frontend.Variable, numbers [][]frontend.Variable) error {
	poseidon2, err := stdhash.POSEIDON2.New(api)
	if err != nil {
		return err
	}
	for _, limbs := range numbers {
		poseidon2.Write(packed(api, limbs[:packedLimbs]), packed(api, limbs[packedLimbs:]))
	}
	api.AssertIsEqual(poseidon2.Sum(), hash)
	return nil
}

// packed is the number that limbs stand for.
func packed(api frontend.API, limbs []frontend.Variable) (sum frontend.Variable) {
	sum = 0
	for _, limb := range slices.Backward(limbs) {
		sum = api.Add(api.Mul(sum, new(big.Int).Lsh(big.NewInt(1), emulatedBits)), limb)
	}
	return sum
}

// pack returns two elements for each number: its lowest limbs, and the others.
func pack(numbers []*big.Int) (elements []*big.Int) {
	bound := new(big.Int).Lsh(big.NewInt(1), packedLimbs*emulatedBits)
	for _, x := range numbers {
		high, low := new(big.Int).DivMod(x, bound, new(big.Int))
		elements = append(elements, low, high)
	}
	return elements
}
