package hostile

import (
	"slices"
	"sync"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr/pedersen"
	"github.com/consensys/gnark/backend/groth16"
	groth16bn254 "github.com/consensys/gnark/backend/groth16/bn254"
	"github.com/consensys/gnark/backend/plonk"
	plonkbn254 "github.com/consensys/gnark/backend/plonk/bn254"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	csbn254 "github.com/consensys/gnark/constraint/bn254"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/frontend/cs/r1cs"
	"github.com/consensys/gnark/frontend/cs/scs"
	"github.com/consensys/gnark/test/unsafekzg"
)

// powers proves Y = X^(n+1).
type powers struct {
	X frontend.Variable
	Y frontend.Variable `gnark:",public"`
	n int
}

func (c *powers) Define(api frontend.API) error {
	power := c.X
	for range c.n {
		power = api.Mul(power, c.X)
	}
	api.AssertIsEqual(power, c.Y)
	return nil
}

// keys are systems of a curve with their keys, witness, solutions and proofs.
type keys struct {
	r1cs, scs   constraint.ConstraintSystem
	full        witness.Witness
	solution    any // of the R1CS
	solutionSCS any
	g16         groth16.ProvingKey
	g16VK       groth16.VerifyingKey
	g16Proof    groth16.Proof
	plonk       plonk.ProvingKey
	plonkProof  plonk.Proof
}

func newKeys(curve ecc.ID, n int) (*keys, error) {
	k, field := new(keys), curve.ScalarField()
	var err error
	if k.r1cs, err = frontend.Compile(field, r1cs.NewBuilder, &powers{n: n}); err != nil {
		return nil, err
	}
	if k.scs, err = frontend.Compile(field, scs.NewBuilder, &powers{n: n}); err != nil {
		return nil, err
	}
	if k.full, err = frontend.NewWitness(&powers{X: 1, Y: 1}, field); err != nil {
		return nil, err
	}
	if k.solution, err = k.r1cs.Solve(k.full); err != nil {
		return nil, err
	}
	if k.solutionSCS, err = k.scs.Solve(k.full); err != nil {
		return nil, err
	}
	if k.g16, k.g16VK, err = groth16.Setup(k.r1cs); err != nil {
		return nil, err
	}
	if k.g16Proof, err = groth16.Prove(k.r1cs, k.g16, k.full); err != nil {
		return nil, err
	}
	srs, lagrange, err := unsafekzg.NewSRS(k.scs)
	if err != nil {
		return nil, err
	}
	if k.plonk, _, err = plonk.Setup(k.scs, srs, lagrange); err != nil {
		return nil, err
	}
	k.plonkProof, err = plonk.Prove(k.scs, k.plonk, k.full)
	return k, err
}

// made are the keys that all tests share: of two circuits over BN254, and of one over another
// curve.
var made = sync.OnceValues(func() (all [3]*keys, err error) {
	for i, of := range []struct {
		curve ecc.ID
		n     int
	}{{ecc.BN254, 10}, {ecc.BN254, 40}, {ecc.BLS12_381, 10}} {
		if all[i], err = newKeys(of.curve, of.n); err != nil {
			return all, err
		}
	}
	return all, nil
})

func madeKeys(t testing.TB) (own, larger, other *keys) {
	t.Helper()
	all, err := made()
	if err != nil {
		t.Fatal(err)
	}
	return all[0], all[1], all[2]
}

// damagedGroth16 returns copies of a key with something wrong in each.
func damagedGroth16(pk groth16.ProvingKey) (all []groth16.ProvingKey) {
	for _, damage := range []func(*groth16bn254.ProvingKey){
		func(k *groth16bn254.ProvingKey) { k.G1.A = nil },
		func(k *groth16bn254.ProvingKey) { k.G1.B = k.G1.B[:1] },
		func(k *groth16bn254.ProvingKey) { k.G2.B = slices.Concat(k.G2.B, k.G2.B) },
		func(k *groth16bn254.ProvingKey) { k.G1.K = nil },
		func(k *groth16bn254.ProvingKey) { k.G1.Z = nil },
		func(k *groth16bn254.ProvingKey) { k.InfinityA = nil },
		func(k *groth16bn254.ProvingKey) { k.InfinityB = k.InfinityB[:2] },
		func(k *groth16bn254.ProvingKey) { k.NbInfinityA = 1 << 62 },
		func(k *groth16bn254.ProvingKey) { k.Domain.Cardinality = 24 },
		func(k *groth16bn254.ProvingKey) { k.Domain.Cardinality = 1 << 60 },
		func(k *groth16bn254.ProvingKey) { k.CommitmentKeys = make([]pedersen.ProvingKey, 3) },
	} {
		k := *pk.(*groth16bn254.ProvingKey)
		damage(&k)
		all = append(all, &k)
	}
	return all
}

// damagedPlonk does the same for PLONK.
func damagedPlonk(pk plonk.ProvingKey) (all []plonk.ProvingKey) {
	for _, damage := range []func(*plonkbn254.ProvingKey){
		func(k *plonkbn254.ProvingKey) { k.Kzg.G1 = nil },
		func(k *plonkbn254.ProvingKey) { k.KzgLagrange.G1 = k.KzgLagrange.G1[:3] },
		func(k *plonkbn254.ProvingKey) { k.Vk = nil },
		func(k *plonkbn254.ProvingKey) { vk := *k.Vk; vk.Size = 1 << 60; k.Vk = &vk },
		func(k *plonkbn254.ProvingKey) { vk := *k.Vk; vk.Size = 24; k.Vk = &vk },
		func(k *plonkbn254.ProvingKey) { vk := *k.Vk; vk.Qcp = nil; vk.Size = 0; k.Vk = &vk },
	} {
		k := *pk.(*plonkbn254.ProvingKey)
		damage(&k)
		all = append(all, &k)
	}
	return all
}

// damagedSolutions are solutions of the wrong type, or length, or nil.
func damagedSolutions(own, larger *keys) []any {
	short := *own.solution.(*csbn254.R1CSSolution)
	short.W = short.W[:1]
	wrong := *own.solution.(*csbn254.R1CSSolution)
	wrong.W = append(wrong.W[:0:0], larger.solution.(*csbn254.R1CSSolution).W[:len(wrong.W)]...)
	shortSCS := *own.solutionSCS.(*csbn254.SparseR1CSSolution)
	shortSCS.L = nil
	return []any{
		own.solution, own.solutionSCS, larger.solution, larger.solutionSCS, nil, 7,
		(*csbn254.R1CSSolution)(nil), (*csbn254.SparseR1CSSolution)(nil), &csbn254.R1CSSolution{},
		&csbn254.SparseR1CSSolution{}, &short, &wrong, &shortSCS,
	}
}
