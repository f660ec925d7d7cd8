package protocol_test

import (
	"math/big"
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	gnark "github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/frontend/cs"
	"github.com/consensys/gnark/frontend/cs/r1cs"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/protocol"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/circuits"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/randomness"
)

// gnarkAccelerator is the interface that gnark declares from v0.16.4 on, to the letter. But P1 and
// P2 stand for its points, E for its scalars and D for its domains.
type gnarkAccelerator[P1, P2, E, D any] interface {
	MultiExpG1(bases []P1, scalars []E) (P1, error)
	MultiExpG2(bases []P2, scalars []E) (P2, error)
	ComputeH(a, b, c []E, domain *D) ([]E, error)
}

// accelerator is one that has to be closed.
type accelerator[P1, P2, E, D any] interface {
	gnarkAccelerator[P1, P2, E, D]
	Close() error
}

// upstream is gnark's Groth16 over one curve.
type upstream[P1, P2, E comparable, S algebra.Scalar[E], D any] struct {
	id     ecc.ID
	field  *algebra.Field[E]
	g1     *algebra.Group[P1, E]
	g2     *algebra.Group[P2, E]
	open   func(*accel.Engine, gnark.ProvingKey) (accelerator[P1, P2, E, D], error)
	domain func(gnark.ProvingKey) *D
	key    func(gnark.ProvingKey) *protocol.Key[P1, P2, E]
	proof  func(gnark.Proof) *protocol.Proof[P1, P2]
	// solution returns the wires, and A, B and C.
	solution func(any) [4][]E
}

func (u *upstream[P1, P2, E, S, D]) curve() string { return u.field.Curve }

// gnarksProofWithAccelerator computes gnark's proof as gnark does with an accelerator. All random
// numbers are the same.
func (u *upstream[P1, P2, E, S, D]) gnarksProofWithAccelerator(t *testing.T) {
	for name, test := range map[string][2]frontend.Circuit{
		"one product":       {&circuits.Product{}, &circuits.Product{X: 2, Y: 3, Z: 6}},
		"a cubic":           {&circuits.Cubic{}, &circuits.Cubic{X: 3, Y: 35}},
		"with a commitment": {&circuits.Committing{}, &circuits.Committing{X: 3, Y: 4, Z: 12}},
	} {
		t.Run(name, func(t *testing.T) { u.compare(t, test[0], test[1]) })
	}
}

func (u *upstream[P1, P2, E, S, D]) compare(t *testing.T, circuit, assignment frontend.Circuit) {
	defer randomness.Constant("a proof")()
	ccs, err := frontend.Compile(u.id.ScalarField(), r1cs.NewBuilder, circuit)
	if err != nil {
		t.Fatal(err)
	}
	full, err := frontend.NewWitness(assignment, u.id.ScalarField())
	if err != nil {
		t.Fatal(err)
	}
	pk, _, err := gnark.Setup(ccs)
	if err != nil {
		t.Fatal(err)
	}
	proof, err := gnark.Prove(ccs, pk, full)
	if err != nil {
		t.Fatal(err)
	}
	acc, err := u.open(hookstest.Engine(t), pk)
	if err != nil {
		t.Fatal(err)
	}
	defer acc.Close()
	infos := ccs.(interface{ GetCommitments() constraint.Commitments }).GetCommitments()
	p := &gnarkProver[P1, P2, E, S, D]{
		T: t, upstream: u, acc: acc, domain: u.domain(pk), key: u.key(pk),
		public: ccs.GetNbPublicVariables(), infos: infos.(constraint.Groth16Commitments),
	}
	got, want := p.prove(ccs, full), u.proof(proof)
	if got.Ar != want.Ar || got.Bs != want.Bs || got.Krs != want.Krs ||
		!slices.Equal(got.Commitments, want.Commitments) {
		t.Errorf("got %v, expected %v", got, want)
	}
}

// gnarkProver takes gnark's steps with an accelerator.
type gnarkProver[P1, P2, E comparable, S algebra.Scalar[E], D any] struct {
	*testing.T
	*upstream[P1, P2, E, S, D]
	acc         gnarkAccelerator[P1, P2, E, D]
	domain      *D
	key         *protocol.Key[P1, P2, E]
	public      int // wires
	infos       constraint.Groth16Commitments
	commitments []P1
}

// commit is the hint of a commitment; the circuits here have one at most.
func (p *gnarkProver[P1, P2, E, S, D]) commit(_ *big.Int, in, out []*big.Int) error {
	hashed := in[1 : 1+len(p.infos[0].PublicAndCommitmentCommitted)]
	values := make([]E, len(p.infos[0].PrivateCommitted))
	for i, value := range in[1+len(hashed):] {
		S(&values[i]).SetBigInt(value)
	}
	c := p.sum(p.key.Commitments[0].Basis, values)
	p.commitments = append(p.commitments, c)
	message := constraint.SerializeCommitment(p.g1.Marshal(&c), hashed, (p.field.Bits-1)/8+1)
	hash, err := p.field.Hash(message, []byte(constraint.CommitmentDst), 1)
	S(&hash[0]).BigInt(out[0])
	return err
}

// sum is a sum over bases of the key, of which there may be too many.
func (p *gnarkProver[P1, P2, E, S, D]) sum(bases []P1, scalars []E) P1 {
	p.Helper()
	sum, err := p.acc.MultiExpG1(bases, scalars)
	if err != nil {
		p.Fatal(err)
	}
	return sum
}

func (p *gnarkProver[P1, P2, E, S, D]) prove(
	ccs constraint.ConstraintSystem, full witness.Witness,
) *protocol.Proof[P1, P2] {
	id := solver.GetHintID(cs.Bsb22CommitmentComputePlaceholder)
	solved, err := ccs.Solve(full, solver.OverrideHint(id, p.commit))
	if err != nil {
		p.Fatal(err)
	}
	solution, pk := p.solution(solved), p.key
	wires, n := solution[0], pk.Domain.Len()
	h, err := p.acc.ComputeH(solution[1], solution[2], solution[3], p.domain)
	if err != nil || len(h) != n {
		p.Fatalf("%d coefficients of the quotient for a domain of %d: %v", len(h), n, err)
	}
	var r E
	if _, err := S(&r).SetRandom(); err != nil { // s is the same
		p.Fatal(err)
	}
	times := func(point P1) P1 { return algebra.Times[P1, E, S](p.g1, &point, &r) }

	wiresB := without(wires, pk.InfinityB)
	proof := &protocol.Proof[P1, P2]{Commitments: p.commitments}
	proof.Ar = p.g1.Sum(p.sum(pk.A, without(wires, pk.InfinityA)), pk.Alpha, times(pk.Delta))
	bs1 := p.g1.Sum(p.sum(pk.B, wiresB), pk.Beta, times(pk.Delta))
	bs, err := p.acc.MultiExpG2(pk.B2, wiresB)
	if err != nil {
		p.Fatal(err)
	}
	proof.Bs = p.g2.Sum(bs, pk.Beta2, algebra.Times[P2, E, S](p.g2, &pk.Delta2, &r))
	proof.Krs = p.g1.Sum(p.sum(pk.K, p.private(wires)), p.sum(pk.Z, h[:n-1]), times(proof.Ar),
		times(bs1))
	masks := times(times(pk.Delta))
	p.g1.Sub(&proof.Krs, &proof.Krs, &masks)
	return proof
}

// without drops the wires whose points are at infinity.
func without[E any](wires []E, infinity []bool) (finite []E) {
	for i, wire := range wires {
		if !infinity[i] {
			finite = append(finite, wire)
		}
	}
	return finite
}

// private drops public wires, committed ones, and those that hold a commitment.
func (p *gnarkProver[P1, P2, E, S, D]) private(wires []E) (private []E) {
	for i, wire := range wires[p.public:] {
		elsewhere := false
		for _, info := range p.infos {
			elsewhere = elsewhere || slices.Contains(info.PrivateCommitted, p.public+i) ||
				info.CommitmentIndex == p.public+i
		}
		if !elsewhere {
			private = append(private, wire)
		}
	}
	return private
}

// upstreamSuite has the tests, which run over every curve.
type upstreamSuite interface {
	curve() string
	gnarksProofWithAccelerator(*testing.T)
}

func TestGnarksProofWithAccelerator(t *testing.T) {
	for _, u := range upstreams {
		t.Run(u.curve(), u.gnarksProofWithAccelerator)
	}
}
