package solvertest

import (
	"math/big"

	"github.com/consensys/gnark/frontend"
)

// poseidon hashes a chain of values by a permutation of Poseidon's shape. It has 8 full rounds and
// 57 partial ones on a state of Width elements, with a dense matrix and constants of full size. Its
// rows grow with each partial round.
type poseidon struct {
	X     []frontend.Variable
	Y     frontend.Variable `gnark:",public"`
	Width int               `gnark:"-"`
}

const (
	halfFull = 4
	partial  = 57
)

// Poseidon returns a circuit of n hashes in a chain. Its public input is not checked: any
// witness will do.
func Poseidon(n, width int) (circuit, assignment frontend.Circuit) {
	p := &poseidon{X: make([]frontend.Variable, n), Width: width}
	a := &poseidon{X: make([]frontend.Variable, n), Y: 5}
	for i := range a.X {
		a.X[i] = i + 2
	}
	return p, a
}

// Define implements frontend.Circuit.
func (c *poseidon) Define(api frontend.API) error {
	state := make([]frontend.Variable, c.Width)
	for i := range state {
		state[i] = c.Y
	}
	k := newStream(api.Compiler().Field())
	matrix := make([][]*big.Int, c.Width)
	for i := range matrix {
		for range c.Width {
			matrix[i] = append(matrix[i], k.next())
		}
	}
	constants := make([]*big.Int, (2*halfFull+partial)*c.Width)
	for i := range constants {
		constants[i] = k.next()
	}
	for _, x := range c.X {
		state[0] = api.Add(state[0], x)
		state = permute(api, state, matrix, constants)
	}
	api.AssertIsDifferent(state[0], 0)
	return nil
}

// permute applies the permutation.
func permute(
	api frontend.API, state []frontend.Variable, matrix [][]*big.Int, constants []*big.Int,
) []frontend.Variable {
	for round := range 2*halfFull + partial {
		for i := range state {
			state[i] = api.Add(state[i], constants[round*len(state)+i])
		}
		n := len(state)
		if round >= halfFull && round < halfFull+partial {
			n = 1
		}
		for i := range n {
			square := api.Mul(state[i], state[i])
			state[i] = api.Mul(api.Mul(square, square), state[i])
		}
		mixed := make([]frontend.Variable, len(state))
		for i := range mixed {
			mixed[i] = 0
			for j := range state {
				mixed[i] = api.Add(mixed[i], api.Mul(matrix[i][j], state[j]))
			}
		}
		state = mixed
	}
	return state
}

// stream is a sequence of numbers without structure.
type stream struct{ x, q *big.Int }

func newStream(q *big.Int) *stream { return &stream{big.NewInt(3), q} }

func (s *stream) next() *big.Int {
	s.x = new(big.Int).Exp(s.x, big.NewInt(5), s.q)
	s.x.Add(s.x, big.NewInt(11))
	return new(big.Int).Set(s.x)
}
