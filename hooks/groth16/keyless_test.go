package groth16_test

import (
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
	accelerated "github.com/gnark-accel/gnark-accel/hooks/groth16"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/circuits"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/groth16/testscheme"
	"github.com/gnark-accel/gnark-accel/hooks/internal/proof"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
	"github.com/gnark-accel/gnark-accel/internal/tests/logbook"
)

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
) (proof.Begun, any) {
	t.Helper()
	prover, err := accelerated.Provers.OfBoth(p.CCS, p.PK)
	if err != nil {
		t.Fatal(err)
	}
	solved, err := prover.Solve(p.CCS, p.PK, w, opts...)
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

// says expects one line of the log for the key, on how its proofs are verified.
func (p *proving) says(t *testing.T, verifiedBy string) {
	t.Helper()
	lines := p.book.Entries("how proofs with this key are verified")
	if len(lines) != 1 || lines[0]["verifiedBy"] != verifiedBy || lines[0]["level"] != "info" {
		t.Errorf("logged %v", lines)
	}
}

// verifies expects a right proof to be verified, as the log says, and wrong ones to be refused.
func (p *proving) verifies(t *testing.T) {
	t.Helper()
	defer logger.Set(logger.Logger())
	logger.Set(p.book.Logger())
	if p.refuses(t, p.Full, p.Full, func(reflect.Value) {}) {
		t.Fatal("a right proof was refused")
	}
	p.says(t, "the proving key and the circuit")
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
	for _, curve := range curve.IDs() {
		for _, example := range circuits.Examples(16) {
			commits := example.Name == "commitment to both"
			if curve != ecc.BN254 && (testing.Short() && !commits ||
				long[example.Name] && !devicetest.Thorough(false)) {
				continue
			}
			t.Run(curve.String()+"/"+example.Name, func(t *testing.T) {
				devicetest.SkipOfHost(t, commits) // the CPU proves and verifies
				newProving(t, curve, example.Circuit, example.Assignment).verifies(t)
			})
		}
	}
}

// TestKeylessHidden does so for commitments to more wires than the CPU sums up for itself.
func TestKeylessHidden(t *testing.T) {
	for _, curve := range curve.IDs() {
		t.Run(curve.String(), func(t *testing.T) {
			devicetest.SkipRepeatedOfHost(t, curve == ecc.BN254)
			example := circuits.Hidden("hidden", 1100, 3)
			newProving(t, curve, example.Circuit, example.Assignment).verifies(t)
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
				devicetest.SkipRepeatedOfHost(t, curve == ecc.BN254)
				builder := catalog.WithBuilder(r1cs.NewBuilder[constraint.U64])
				i, err := circuit.New(curve, 1, builder)
				if err != nil {
					t.Fatal(err)
				}
				newProving(t, curve, i.Circuit, i.Assignment).verifies(t)
			})
		}
	}
}

// TestKeylessPublic refuses a right proof of other public inputs.
func TestKeylessPublic(t *testing.T) {
	for _, curve := range curve.IDs() {
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

// unverifiable returns circuits whose wrong proofs nothing would tell, but for the verifying key.
func unverifiable() []circuits.Example {
	return []circuits.Example{
		circuits.Core("a core", 1, false), circuits.Core("a core and a commitment", 1, true),
		circuits.Core("many cores", 1<<11, false),
	}
}

// TestKeylessLeftToGnark has gnark make such proofs: from witnesses, in streams and from solutions.
// The first one is gnark's byte for byte, and so are those that follow.
func TestKeylessLeftToGnark(t *testing.T) {
	for _, c := range unverifiable() {
		t.Run(c.Name, func(t *testing.T) {
			devicetest.SkipOfHost(t, c.Name != "many cores")
			p := newProving(t, ecc.BN254, c.Circuit, c.Assignment)
			defer logger.Set(logger.Logger())
			logger.Set(p.book.Logger())
			for range 2 {
				scheme.WantGnarksProof(t, p.Instance)
			}
			p.says(t, "nothing: gnark makes them on the CPU")
			if use := p.e.Statistics(); use.DeviceMSMs+use.CPUSmall+use.DeviceComputations > 0 {
				t.Errorf("a part of the proofs is ours: %+v", use)
			}
			solution, _, err := accelerated.Solve(p.CCS, p.PK, p.Full)
			if err != nil {
				t.Fatal(err)
			}
			proof, err := accelerated.ProveSolved(p.CCS, p.PK, solution)
			if err != nil {
				t.Fatal(err)
			}
			scheme.WantVerified(t, p.Instance, proof)
			sums := reflect.ValueOf(c.Assignment).Elem().FieldByName("Z").Index(0)
			sums.Index(1).Set(sums.Index(0))
			bad, err := frontend.NewWitness(c.Assignment, ecc.BN254.ScalarField())
			if err != nil {
				t.Fatal(err)
			}
			if _, err := accelerated.Prove(p.CCS, p.PK, bad); err == nil {
				t.Error("a witness that satisfies nothing was proved")
			}
		})
	}
}

// TestKeylessWithKey has the device make such proofs, which the verifying key verifies.
func TestKeylessWithKey(t *testing.T) {
	for _, c := range unverifiable() {
		t.Run(c.Name, func(t *testing.T) {
			p := newProving(t, ecc.BN254, c.Circuit, c.Assignment)
			defer logger.Set(logger.Logger())
			logger.Set(p.book.Logger())
			if _, err := accelerated.Prove(p.CCS, p.PK, p.Full, withKey(p.VK)...); err != nil {
				t.Fatal(err)
			}
			p.says(t, "the verifying key")
			if use := p.e.Statistics(); use.CPUPoints+use.DevicePoints == 0 {
				t.Errorf("gnark made the proof: %+v", use)
			}
		})
	}
}
