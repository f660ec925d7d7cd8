package groth16_test

import (
	"errors"
	"reflect"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/frontend/cs/r1cs"
	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
	"github.com/gnark-accel/gnark-accel/examples/circuits/logbook"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/groth16"
	"github.com/gnark-accel/gnark-accel/hooks/internal/groth16/testscheme"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/circuits"
	"github.com/gnark-accel/gnark-accel/internal/curves"
	"github.com/gnark-accel/gnark-accel/internal/provestream"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// trusting has all circuits proved without the verifying key.
var trusting = []backend.ProverOption{accelerated.WithTrustedKey()}

// proving is a circuit with a key on an engine that does not know the verifying key.
type proving struct {
	*testscheme.Instance
	e    *accel.Engine
	book logbook.Book
}

func newProving(t *testing.T, curve ecc.ID, circuit, assignment frontend.Circuit) *proving {
	t.Helper()
	p := &proving{
		Instance: scheme.MakeOn(t, curve, circuits.Example{
			Circuit: circuit, Assignment: assignment, Commitments: circuits.AnyCommitments,
		}),
		e: hookstest.Engine(t, accel.WithMinSize(1<<30)), // the CPU is faster than the emulator
	}
	scheme.AttachFor(t, p.PK, p.e)
	return p
}

// prove makes a proof of a witness that is not verified yet.
func (p *proving) prove(
	t *testing.T, w witness.Witness, opts ...backend.ProverOption,
) (provestream.Solved[any], any) {
	t.Helper()
	prover, err := accelerated.Provers.OfBoth(p.CCS, p.PK)
	if err != nil {
		t.Fatal(err)
	}
	solved, err := prover.Solve(p.CCS, p.PK, w, append(opts, trusting...)...)
	if err != nil {
		t.Fatal(err)
	}
	defer solved.Close()
	proof, err := solved.Prove()
	if err != nil {
		t.Fatal(err)
	}
	return solved, proof
}

// refuses makes a proof of a witness, changes it, and verifies it as another witness's. It returns
// whether the proof was refused. The proof that leaves in its place is right.
func (p *proving) refuses(
	t *testing.T, made, claimed witness.Witness, change func(proof reflect.Value),
) bool {
	t.Helper()
	claim, proof := p.prove(t, made)
	if claimed != made {
		claim, _ = p.prove(t, claimed)
	}
	change(reflect.ValueOf(proof).Elem())
	before := p.e.Statistics().WrongProofs
	proof, err := claim.Verified(proof)
	if err != nil {
		t.Fatal(err)
	}
	public, err := claimed.Public()
	if err != nil {
		t.Fatal(err)
	}
	if err := groth16.Verify(proof.(groth16.Proof), p.VK, public); err != nil {
		t.Errorf("a wrong proof has left: %v", err)
	}
	return p.e.Statistics().WrongProofs == before+1
}

// double adds a point to itself.
func double(point reflect.Value) {
	p := point.Addr()
	p.MethodByName("Add").Call([]reflect.Value{p, p})
}

// verifies expects a right proof to be verified, as the log says, and wrong ones to be refused.
func (p *proving) verifies(t *testing.T, whole bool) {
	t.Helper()
	defer logger.Set(logger.Logger())
	logger.Set(p.book.Logger())
	if p.refuses(t, p.Full, p.Full, func(reflect.Value) {}) {
		t.Fatal("a right proof was refused")
	}
	message := "proofs are verified in part, for want of a verifying key: WithVerifyingKey"
	if whole {
		message = "proofs are verified by the proving key and the circuit, for want of a " +
			"verifying key: WithVerifyingKey"
	}
	if lines := p.book.Entries(message); len(lines) != 1 {
		t.Errorf("%d lines recommend a verifying key", len(lines))
	}
	if n := p.e.Statistics().PartlyVerified; whole != (n == 0) {
		t.Errorf("%d proofs were verified in part", n)
	}
	if !whole {
		return
	}
	for _, field := range []string{"Ar", "Bs", "Krs", "CommitmentPok"} {
		if field == "CommitmentPok" && len(p.CCS.GetCommitments().CommitmentIndexes()) == 0 {
			continue
		}
		if !p.refuses(t, p.Full, p.Full, func(proof reflect.Value) {
			double(proof.FieldByName(field))
		}) {
			t.Errorf("twice %s", field)
		}
	}
	for i := range p.CCS.GetCommitments().CommitmentIndexes() {
		if !p.refuses(t, p.Full, p.Full, func(proof reflect.Value) {
			double(proof.FieldByName("Commitments").Index(i))
		}) {
			t.Errorf("twice commitment %d", i)
		}
	}
}

// long are the examples of many constraints.
var long = map[string]bool{"mimc chain": true, "range checks": true, "zeros and ones": true}

// TestKeyless verifies proofs of every shape of circuit without a verifying key. Usually those of
// many constraints are over BN254 alone.
func TestKeyless(t *testing.T) {
	for _, curve := range curves.IDs() {
		for _, example := range circuits.Examples(16) {
			commits := example.Name == "commitment to both"
			if curve != ecc.BN254 && (testing.Short() && !commits ||
				long[example.Name] && !devicetest.Thorough(false)) {
				continue
			}
			t.Run(curve.String()+"/"+example.Name, func(t *testing.T) {
				devicetest.SkipOfHost(t, commits) // the CPU proves and verifies
				newProving(t, curve, example.Circuit, example.Assignment).verifies(t, true)
			})
		}
	}
}

// TestKeylessHidden does so for commitments to more wires than the CPU sums up for itself.
func TestKeylessHidden(t *testing.T) {
	for _, curve := range curves.IDs() {
		t.Run(curve.String(), func(t *testing.T) {
			devicetest.SkipOfHost(t, curve == ecc.BN254)
			example := circuits.Hidden("hidden", 1100, 3)
			newProving(t, curve, example.Circuit, example.Assignment).verifies(t, true)
		})
	}
}

// TestKeylessAhead leaves no sum over hidden wires to the verification, once the equation is known:
// the device has time for them while the solver runs.
func TestKeylessAhead(t *testing.T) {
	example := circuits.Hidden("hidden", 1100, 3)
	p := newProving(t, ecc.BN254, example.Circuit, example.Assignment)
	points := func() uint64 {
		use := p.e.Statistics()
		return use.CPUPoints + use.DevicePoints
	}
	prove := func(opts ...backend.ProverOption) (before, after uint64) {
		start := points()
		solved, proof := p.prove(t, p.Full, opts...)
		made := points()
		if _, err := solved.Verified(proof); err != nil {
			t.Fatal(err)
		}
		return made - start, points() - made
	}
	prove() // makes the equation
	unchecked, _ := prove(accelerated.WithoutVerification())
	made, verified := prove()
	if ahead := made - unchecked; ahead < 1100 || verified != 0 {
		t.Errorf("%d points were summed up beside the proof, %d behind it", ahead, verified)
	}
}

// TestKeylessCatalogue does the same for example circuits, usually for two over one curve.
func TestKeylessCatalogue(t *testing.T) {
	small := []catalog.Circuit{catalog.MiMC, catalog.Merkle, catalog.EdDSA}
	switch { // gnark's setup of EdDSA is slow
	case testing.Short():
		small = small[:1]
	case !devicetest.Thorough(false):
		small = small[:2]
	}
	for _, circuit := range small {
		for _, curve := range circuit.Curves() {
			if curve != ecc.BN254 && !devicetest.Thorough(false) {
				continue
			}
			t.Run(curve.String()+"/"+circuit.Name(), func(t *testing.T) {
				devicetest.SkipOfHost(t, curve == ecc.BN254)
				builder := catalog.WithBuilder(r1cs.NewBuilder[constraint.U64])
				i, err := circuit.New(curve, 1, builder)
				if err != nil {
					t.Fatal(err)
				}
				newProving(t, curve, i.Circuit, i.Assignment).verifies(t, true)
			})
		}
	}
}

// TestKeylessPublic refuses a right proof of other public inputs.
func TestKeylessPublic(t *testing.T) {
	for _, curve := range curves.IDs() {
		t.Run(curve.String(), func(t *testing.T) {
			p := newProving(t, curve, &circuits.Cubic{}, &circuits.Cubic{X: 3, Y: 35})
			other, err := frontend.NewWitness(&circuits.Cubic{X: 1, Y: 7}, curve.ScalarField())
			if err != nil {
				t.Fatal(err)
			}
			for _, claimed := range []witness.Witness{p.Full, other} {
				refused := p.refuses(t, p.Full, claimed, func(reflect.Value) {})
				if refused != (claimed == other) {
					t.Errorf("refused: %v", refused)
				}
			}
		})
	}
}

// core has constraints with the same wires on all sides, and a public one to the right.
type core struct {
	X, Y frontend.Variable
	Z    [2]frontend.Variable `gnark:",public"`
}

func (c *core) Define(api frontend.API) error {
	sum, difference := api.Add(c.X, c.Y), api.Sub(c.X, c.Y)
	api.AssertIsEqual(api.Add(sum, c.Y), c.Z[0])
	api.AssertIsEqual(api.Add(difference, c.X), c.Z[1])
	return nil
}

// TestKeylessInPart falls back to comparing sums where peeling ends early.
func TestKeylessInPart(t *testing.T) {
	newProving(t, ecc.BN254, &core{}, &core{X: 5, Y: 3, Z: [2]frontend.Variable{11, 7}}).
		verifies(t, false)
}

// square has no private wire on the right side of a product: damage to α would meet nothing.
type square struct {
	X, Y frontend.Variable `gnark:",public"`
}

func (c *square) Define(api frontend.API) error {
	api.AssertIsEqual(c.Y, api.Mul(c.X, c.X))
	return nil
}

// TestKeylessRefused refuses circuits whose wrong proofs nobody would find, without making one.
func TestKeylessRefused(t *testing.T) {
	for name, test := range map[string]struct{ circuit, assignment frontend.Circuit }{
		"commitment": {
			&circuits.Committed{Both: true}, &circuits.Committed{Both: true, X: 3, Y: 4, Z: 12},
		},
		"in part": {&core{}, &core{X: 5, Y: 3, Z: [2]frontend.Variable{11, 7}}},
		"α":       {&square{}, &square{X: 2, Y: 4}},
	} {
		t.Run(name, func(t *testing.T) {
			p := newProving(t, ecc.BN254, test.circuit, test.assignment)
			for _, c := range []struct {
				opts []backend.ProverOption
				want error
			}{
				{nil, accelerated.ErrNoVerifyingKey},
				{trusting, nil},
				{withKey(p.VK), nil},
				{[]backend.ProverOption{accelerated.WithoutVerification()}, nil},
			} {
				proof, err := accelerated.Prove(p.CCS, p.PK, p.Full, c.opts...)
				if !errors.Is(err, c.want) || (proof == nil) != (c.want != nil) {
					t.Errorf("got %v, %v, expected %v", proof, err, c.want)
				}
			}
		})
	}
}

// TestKeylessAlpha damages α where the values of the witness hide that from the equation.
func TestKeylessAlpha(t *testing.T) {
	p := newProving(t, ecc.BN254, &circuits.Product{}, &circuits.Product{X: 0, Y: 0, Z: 0})
	for _, want := range []error{nil, accelerated.ErrKeyMismatch} {
		if err := accelerated.Attach(p.PK, accelerated.WithEngine(p.e)); err != nil {
			t.Fatal(err)
		}
		if _, err := accelerated.Prove(p.CCS, p.PK, p.Full); !errors.Is(err, want) {
			t.Errorf("got %v, expected %v", err, want)
		}
		double(reflect.ValueOf(p.PK).Elem().FieldByName("G1").FieldByName("Alpha"))
	}
}
