// Package points has circuits about points of curves whose fields are not the circuit's own. Their
// coordinates are emulated by gnark's std/math/emulated, in limbs of 64 bits.
package points

import (
	"fmt"
	"math/big"

	"github.com/consensys/gnark/frontend"

	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog/internal/values"
)

// Hash is the Poseidon2 hash of elements of the circuit's field, outside of the circuit: the
// Merkle-Damgård construction from zero.
type Hash func(elements ...*big.Int) (*big.Int, error)

// Family is circuits of n calls of one kind. One public hash binds arguments and results of all.
type Family interface {
	Circuit(calls int) frontend.Circuit
	// Assign makes up calls. The last call of the invalid assignment has a wrong result, which its
	// hash is right for.
	Assign(calls int, random values.Random, hash Hash) (valid, invalid frontend.Circuit, err error)
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

// family makes circuits of a type of calls. draw makes up a call, with its result and a wrong one.
type family[C any, P call[C]] struct {
	draw func(random values.Random) (right, wrong example[C])
}

type calls[C any, P call[C]] struct {
	Hash  frontend.Variable `gnark:",public"`
	Calls []C
}

// Circuit implements [Family].
func (f family[C, P]) Circuit(n int) frontend.Circuit {
	return &calls[C, P]{Calls: make([]C, n)}
}

// Assign implements [Family].
func (f family[C, P]) Assign(n int, random values.Random, hash Hash) (valid,
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

func assign[C any, P call[C]](examples []example[C], hash Hash) (frontend.Circuit, error) {
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
