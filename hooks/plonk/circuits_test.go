package plonk_test

import (
	"context"
	"errors"
	"math/big"
	"slices"
	"sync"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/plonk"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/frontend/cs/scs"
	"github.com/consensys/gnark/std/hash/mimc"
	"github.com/consensys/gnark/std/rangecheck"
	"github.com/consensys/gnark/test/unsafekzg"
)

// example is a circuit with a witness that satisfies it.
type example struct {
	name        string
	circuit     frontend.Circuit
	assignment  frontend.Circuit
	commitments int // or anyCommitments
}

const anyCommitments = -1

// examples cover the shapes that a circuit can have.
var examples = []example{
	{"cubic", &cubic{}, &cubic{X: 3, Y: 35}, 0},
	{"public only", &publicOnly{}, &publicOnly{A: 3, B: 4}, 0},
	{"one constraint", &product{}, &product{X: 0, Y: 5, Z: 0}, 0},
	{"domain just filled", &powers{constraints: 14}, newPowers(14), 0},
	{"domain just exceeded", &powers{constraints: 15}, newPowers(15), 0},
	{"unused wires", &outsiders{}, newOutsiders(), 0},
	{"no public input", &noPublic{}, &noPublic{X: 3, Y: 9}, 0},
	{"the first input is zero", &noPublic{}, &noPublic{X: 0, Y: 0}, 0},
	{"many public inputs", &manyPublic{}, newManyPublic(), 0},
	{"zeros and ones", &bits{}, newBits(), 0},
	{"mimc chain", &chain{length: 1}, newChain(1), 0},
	{"commitment to private values", &committed{}, &committed{X: 3, Y: 4, Z: 12}, 1},
	{"commitment to public values", &committed{public: true}, &committed{public: true, X: 3, Y: 4, Z: 12}, 1},
	{"commitment to both", &committed{both: true}, &committed{both: true, X: 3, Y: 4, Z: 12}, 1},
	{"several commitments", &manyCommitments{}, newManyCommitments(), 5},
	{"range checks", &ranges{}, newRanges(), 1},
}

type cubic struct {
	X frontend.Variable
	Y frontend.Variable `gnark:",public"`
}

func (c *cubic) Define(api frontend.API) error {
	api.AssertIsEqual(c.Y, api.Add(api.Mul(c.X, c.X, c.X), c.X, 5))
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

// noPublic has no public input.
type noPublic struct{ X, Y frontend.Variable }

func (c *noPublic) Define(api frontend.API) error {
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

// product is a single constraint, with values that make sums vanish.
type product struct {
	X, Y frontend.Variable
	Z    frontend.Variable `gnark:",public"`
}

func (c *product) Define(api frontend.API) error {
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
	return &powers{constraints: constraints, X: 2, Y: new(big.Int).Lsh(big.NewInt(1), uint(constraints))}
}

// outsiders has wires that occur in no product.
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
	// The start is public too, so that there are several public values.
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

// committed commits to private values, to public ones, or to both.
type committed struct {
	public, both bool
	X, Y         frontend.Variable
	Z            frontend.Variable `gnark:",public"`
}

func (c *committed) Define(api frontend.API) error {
	api.AssertIsEqual(api.Mul(c.X, c.Y), c.Z)
	var values []frontend.Variable
	if !c.public {
		values = append(values, c.X, c.Y)
	}
	if c.public || c.both {
		values = append(values, c.Z)
	}
	commitment, err := api.(frontend.Committer).Commit(values...)
	if err != nil {
		return err
	}
	api.AssertIsDifferent(api.Mul(commitment, c.X), c.Y)
	return nil
}

// manyCommitments commits to private values, to public ones, to both, to an earlier commitment, and to a wire a second
// time.
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
		c.X[10:20], c.P[:2], {c.X[0], c.P[2], c.X[1]}, append([]frontend.Variable{}, c.X[20:]...), {c.X[15], c.X[2]},
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

// ranges is how most circuits come by a commitment.
type ranges struct {
	X [20]frontend.Variable
	Y frontend.Variable `gnark:",public"`
}

func (c *ranges) Define(api frontend.API) error {
	checker := rangecheck.New(api)
	for _, x := range c.X {
		checker.Check(x, 30)
	}
	checker.Check(c.Y, 20)
	return nil
}

func newRanges() *ranges {
	c := ranges{Y: 1<<20 - 1}
	for i := range c.X {
		c.X[i] = i * i * 1000
	}
	return &c
}

// withHint needs a hint that is not registered.
type withHint struct {
	X frontend.Variable
	Y frontend.Variable `gnark:",public"`
}

func (c *withHint) Define(api frontend.API) error {
	half, err := api.NewHint(halve, 1, c.X)
	if err != nil {
		return err
	}
	api.AssertIsEqual(api.Mul(half[0], 2), c.X)
	api.AssertIsEqual(api.Mul(c.X, c.X), c.Y)
	return nil
}

func halve(_ *big.Int, in, out []*big.Int) error {
	out[0].Rsh(in[0], 1)
	return nil
}

func cancelled(_ *big.Int, _, _ []*big.Int) error { return context.Canceled }

var halveID = solver.GetHintID(halve)

// foreignSystem and foreignKey are over a curve that nobody proves on with PLONK.
type (
	foreignSystem struct{ constraint.ConstraintSystem }
	foreignKey    struct{ plonk.ProvingKey }
)

func (foreignSystem) CurveID() ecc.ID { return ecc.GRUMPKIN }
func (foreignKey) CurveID() ecc.ID    { return ecc.GRUMPKIN }

// instance is a compiled example with its keys and its witness.
type instance struct {
	example
	ccs    constraint.ConstraintSystem
	pk     plonk.ProvingKey
	vk     plonk.VerifyingKey
	full   witness.Witness
	public witness.Witness
}

// set compiles an example for BN254 and makes keys for it.
func set(t testing.TB, e example) *instance {
	t.Helper()
	return setOn(t, ecc.BN254, e)
}

// setOn compiles an example for a curve and makes keys for it.
func setOn(t testing.TB, curve ecc.ID, e example) *instance {
	t.Helper()
	i, err := newInstance(curve, e)
	if err != nil {
		t.Fatal(err)
	}
	return i
}

func newInstance(curve ecc.ID, e example) (*instance, error) {
	i := &instance{example: e}
	var errs [5]error
	if i.ccs, errs[0] = frontend.Compile(curve.ScalarField(), scs.NewBuilder, e.circuit); errs[0] != nil {
		return nil, errs[0]
	}
	i.pk, i.vk, errs[1] = setup(i.ccs)
	i.full, errs[2] = frontend.NewWitness(e.assignment, curve.ScalarField())
	if errs[2] == nil {
		i.public, errs[3] = i.full.Public()
	}
	if got := len(i.ccs.GetCommitments().CommitmentIndexes()); e.commitments != anyCommitments && got != e.commitments {
		errs[4] = errors.New("not the number of commitments that the example announces")
	}
	return i, errors.Join(errs[:]...)
}

// setup makes keys from a reference string of their own.
func setup(ccs constraint.ConstraintSystem) (plonk.ProvingKey, plonk.VerifyingKey, error) {
	canonical, lagrange, err := unsafekzg.NewSRS(ccs)
	if err != nil {
		return nil, nil, err
	}
	return plonk.Setup(ccs, canonical, lagrange)
}

// named returns an example.
func named(t testing.TB, name string) example {
	t.Helper()
	at := slices.IndexFunc(examples, func(e example) bool { return e.name == name })
	if at < 0 {
		t.Fatalf("no example %q", name)
	}
	return examples[at]
}

// shared returns an instance over BN254 that tests share, whose key must not be modified.
func shared(t testing.TB, name string) *instance {
	t.Helper()
	e := named(t, name)
	made, _ := instances.LoadOrStore(name, sync.OnceValues(func() (*instance, error) { return newInstance(ecc.BN254, e) }))
	i, err := made.(func() (*instance, error))()
	if err != nil {
		t.Fatal(err)
	}
	return i
}

var instances sync.Map
