package circuits

import (
	"math/big"

	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/std/hash/mimc"
	"github.com/consensys/gnark/std/rangecheck"
)

// Cubic proves that Y = X³ + X + 5 + More.
type Cubic struct {
	X    frontend.Variable
	Y    frontend.Variable `gnark:",public"`
	More int
}

func (c *Cubic) Define(api frontend.API) error {
	api.AssertIsEqual(c.Y, api.Add(api.Mul(c.X, c.X, c.X), c.X, 5+c.More))
	return nil
}

// publicOnly has no private input.
type publicOnly struct {
	A, B frontend.Variable `gnark:",public"`
}

func (c *publicOnly) Define(api frontend.API) error {
	api.AssertIsEqual(api.Mul(c.A, c.B, c.B), 48)
	return nil
}

// NoPublic has no public input.
type NoPublic struct{ X, Y frontend.Variable }

func (c *NoPublic) Define(api frontend.API) error {
	api.AssertIsEqual(api.Mul(c.X, c.X), c.Y)
	return nil
}

// manyPublic has more public inputs than constraints.
type manyPublic struct {
	X [50]frontend.Variable `gnark:",public"`
}

func (c *manyPublic) Define(api frontend.API) error {
	sum := frontend.Variable(0)
	for i := range 10 {
		sum = api.Add(sum, api.Mul(c.X[i], c.X[49-i]))
	}
	api.AssertIsEqual(sum, c.X[20])
	return nil
}

func newManyPublic() *manyPublic {
	c := new(manyPublic)
	sum := 0
	for i := range c.X {
		c.X[i] = i
	}
	for i := range 10 {
		sum += i * (49 - i)
	}
	c.X[20] = sum
	return c
}

// Product is a single constraint, with values that make sums vanish.
type Product struct {
	X, Y frontend.Variable
	Z    frontend.Variable `gnark:",public"`
}

func (c *Product) Define(api frontend.API) error {
	api.AssertIsEqual(api.Mul(c.X, c.Y), c.Z)
	return nil
}

// powers has exactly as many constraints as it is told.
type powers struct {
	constraints int
	X           frontend.Variable
	Y           frontend.Variable `gnark:",public"`
}

func (c *powers) Define(api frontend.API) error {
	power := c.X
	for range c.constraints - 1 {
		power = api.Mul(power, c.X)
	}
	api.AssertIsEqual(power, c.Y)
	return nil
}

func newPowers(constraints int) *powers {
	return &powers{
		constraints: constraints, X: 2, Y: new(big.Int).Lsh(big.NewInt(1), uint(constraints)),
	}
}

// outsiders has wires that occur on one side of a product alone, or in none. In Groth16's keys
// their points are at infinity.
type outsiders struct {
	Left, Right, Unused [20]frontend.Variable
	Sum                 frontend.Variable `gnark:",public"`
}

func (c *outsiders) Define(api frontend.API) error {
	sum := frontend.Variable(0)
	for i := range c.Left {
		sum = api.Add(sum, api.Mul(c.Left[i], c.Right[i]))
	}
	api.AssertIsEqual(sum, c.Sum)
	return nil
}

func newOutsiders() *outsiders {
	var c outsiders
	sum := 0
	for i := range c.Left {
		c.Left[i], c.Right[i], c.Unused[i] = i+1, i+2, i+3
		sum += (i + 1) * (i + 2)
	}
	c.Sum = sum
	return &c
}

// bits has a witness of zeros and ones.
type bits struct {
	X [3]frontend.Variable
	Y frontend.Variable `gnark:",public"`
}

func (c *bits) Define(api frontend.API) error {
	sum := frontend.Variable(0)
	for _, x := range c.X {
		for _, bit := range api.ToBinary(x, 64) {
			sum = api.Add(sum, bit)
		}
	}
	api.AssertIsEqual(sum, c.Y)
	return nil
}

func newBits() *bits {
	return &bits{X: [3]frontend.Variable{0, uint64(1<<64 - 1), 5}, Y: 66}
}

// chain hashes again and again.
type chain struct {
	length   int
	PreImage frontend.Variable
	// The start is public too, so that the circuit has several public values.
	Start frontend.Variable `gnark:",public"`
}

func (c *chain) Define(api frontend.API) error {
	value := c.PreImage
	for range c.length {
		h, err := mimc.NewMiMC(api)
		if err != nil {
			return err
		}
		h.Write(value, c.Start)
		value = h.Sum()
	}
	api.AssertIsDifferent(value, 0)
	return nil
}

func newChain(length int) *chain { return &chain{length: length, PreImage: 1234, Start: 5678} }

// Committed commits to private values, to public ones, or to both.
type Committed struct {
	public, Both bool
	X, Y         frontend.Variable
	Z            frontend.Variable `gnark:",public"`
}

func (c *Committed) Define(api frontend.API) error {
	api.AssertIsEqual(api.Mul(c.X, c.Y), c.Z)
	var values []frontend.Variable
	if !c.public {
		values = append(values, c.X, c.Y)
	}
	if c.public || c.Both {
		values = append(values, c.Z)
	}
	commitment, err := api.(frontend.Committer).Commit(values...)
	if err != nil {
		return err
	}
	api.AssertIsDifferent(api.Mul(commitment, c.X), c.Y)
	return nil
}

// manyCommitments commits to private values, to public ones, and to both. It commits to an earlier
// commitment, and to a wire a second time.
type manyCommitments struct {
	X [30]frontend.Variable
	P [3]frontend.Variable `gnark:",public"`
}

func (c *manyCommitments) Define(api frontend.API) error {
	commit := api.(frontend.Committer).Commit
	sum := frontend.Variable(0)
	for i := range c.X {
		sum = api.Add(sum, api.Mul(c.X[i], c.X[i]))
	}
	var last frontend.Variable
	for _, values := range [][]frontend.Variable{
		c.X[10:20], c.P[:2], {c.X[0], c.P[2], c.X[1]},
		append([]frontend.Variable{}, c.X[20:]...), {c.X[15], c.X[2]},
	} {
		if last != nil {
			values = append([]frontend.Variable{last}, values...)
		}
		var err error
		if last, err = commit(values...); err != nil {
			return err
		}
		sum = api.Mul(sum, last)
	}
	api.AssertIsDifferent(sum, 0)
	return nil
}

func newManyCommitments() *manyCommitments {
	var c manyCommitments
	for i := range c.X {
		c.X[i] = 1000 + i
	}
	c.P = [3]frontend.Variable{7, 0, 9}
	return &c
}

// Ranges is how most circuits come by a commitment.
type Ranges struct {
	X [20]frontend.Variable
	Y frontend.Variable `gnark:",public"`
}

func (c *Ranges) Define(api frontend.API) error {
	checker := rangecheck.New(api)
	for _, x := range c.X {
		checker.Check(x, 30)
	}
	checker.Check(c.Y, 20)
	return nil
}

// NewRanges returns a witness of Ranges.
func NewRanges() *Ranges {
	c := Ranges{Y: 1<<20 - 1}
	for i := range c.X {
		c.X[i] = i * i * 1000
	}
	return &c
}

// Scaled has a coefficient that every witness satisfies, with other values of the wires.
type Scaled struct {
	X, Z frontend.Variable
	Y    frontend.Variable `gnark:",public"`
}

// Factor is the coefficient. No other constraint has it.
const Factor = 1009

// Define implements frontend.Circuit.
func (c *Scaled) Define(api frontend.API) error {
	api.AssertIsDifferent(api.Mul(api.Mul(c.X, Factor), c.Z), 0)
	api.AssertIsEqual(api.Mul(c.X, c.X), c.Y)
	return nil
}
