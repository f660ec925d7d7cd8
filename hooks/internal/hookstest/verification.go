package hookstest

import (
	"errors"
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/constraint"
	cs "github.com/consensys/gnark/constraint/bn254"
	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/circuits"
	"github.com/gnark-accel/gnark-accel/hooks/solve"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
	"github.com/gnark-accel/gnark-accel/internal/tests/logbook"
)

// Verification proves with the verifying key, and logs how long that took. Then it proves with
// another key's, which no proof verifies with. Then only the keys are to blame. mismatch makes an
// instance whose keys do not belong together, and the options that say so.
func (s *Scheme[PK, VK, P]) Verification(
	t *testing.T, options func(VK) []backend.ProverOption,
	mismatch func(i, other *Instance[PK, VK]) []backend.ProverOption,
) {
	i, other := s.Make(t, s.Named(t, "cubic")), s.Make(t, s.Named(t, "cubic"))
	e := Engine(t)
	s.prepare(t, i, e)
	book := new(logbook.Book)
	defer logger.Set(logger.Logger())
	logger.Set(book.Logger())
	s.Prove(t, i, options(i.VK)...)
	s.Prove(t, i, append(options(i.VK), s.Unverified())...)
	lines := book.Entries("prover done")
	for n, verified := range []bool{true, false} {
		if took, ok := lines[n]["verification"].(float64); ok != verified || ok && took <= 0 {
			t.Errorf("logged %v", lines[n])
		}
	}

	opts := mismatch(i, other)
	for range 3 {
		s.WantError(t, i, s.ErrKeyMismatch, opts...)
	}
	solution, _, err := s.Solve(i.CCS, i.PK, i.Full)
	devicetest.NoError(t, err)
	proof, err := s.ProveSolved(i.CCS, i.PK, solution, opts...)
	if err == nil || any(proof) != nil {
		t.Errorf("from a solution: got %v, %v", proof, err)
	}
	for proof, err := range s.Stream(t.Context(), i.CCS, i.PK, queue(i.Full), opts...) {
		if !errors.Is(err, s.ErrKeyMismatch) || any(proof) != nil {
			t.Errorf("a stream: got %v, %v", proof, err)
		}
	}
	if use := e.Statistics(); use.WrongProofs+use.WrongSolutions != 0 || e.Unavailable() != nil &&
		len(e.Devices()) > 0 {
		t.Errorf("the device or the solver was blamed: %+v", use)
	}
	before := Count(e)
	if _, err := s.Accelerated(i.CCS, i.PK, i.Full, append(opts, s.Unverified())...); err != nil {
		t.Fatal(err)
	}
	if Count(e) == before {
		t.Error("the key has left its engine")
	}
}

// StreamWithHashes verifies proofs in a stream, with one hash for all uses of a kind.
func (s *Scheme[PK, VK, P]) StreamWithHashes(
	t *testing.T, proving []backend.ProverOption, verifying []backend.VerifierOption,
) {
	i := s.Shared(t, "commitment to both")
	s.prepare(t, i, Engine(t))
	s.proveStream(t, i, 6, proving, verifying)
}

// setFactor replaces the factor in a system over BN254.
func setFactor(t *testing.T, ccs constraint.ConstraintSystem, from, to uint64) {
	t.Helper()
	coefficients := ccs.(*cs.R1CS).Coefficients // gnark has one type for all systems
	i := slices.Index(coefficients, fr.NewElement(from))
	if i < 0 {
		t.Fatalf("no coefficient %d", from)
	}
	coefficients[i].SetUint64(to)
}

const anotherFactor = circuits.Factor + 1

func (s *Scheme[PK, VK, P]) scaled(t *testing.T) *Instance[PK, VK] {
	t.Helper()
	return s.Make(t, circuits.Example{
		Name: "scaled", Circuit: new(circuits.Scaled),
		Assignment: &circuits.Scaled{X: 3, Z: 5, Y: 9},
	})
}

// FirstWitnesses proves a system's first witnesses at once. Their program was made for another
// coefficient. All proofs that leave are right, and the solver alone is blamed.
func (s *Scheme[PK, VK, P]) FirstWitnesses(
	t *testing.T, options func(VK) []backend.ProverOption,
) {
	i, e := s.scaled(t), Engine(t)
	setFactor(t, i.CCS, circuits.Factor, anotherFactor)
	devicetest.NoError(t, solve.Prepare(i.CCS))
	setFactor(t, i.CCS, anotherFactor, circuits.Factor)
	s.prepare(t, i, e)
	const witnesses = 10
	var proofs parallel.WaitGroup
	for range witnesses {
		proofs.Go(func() { s.Prove(t, i, options(i.VK)...) })
	}
	proofs.Wait()
	use := e.Statistics()
	// A device of Groth16 that finds a solution wrong has gnark's solver find another one.
	if use.OwnSolutions == 0 || use.WrongSolutions > use.OwnSolutions || use.WrongProofs != 0 {
		t.Errorf("a wrong program at first: %+v", use)
	}
	s.Prove(t, i, append(options(i.VK), s.Unverified())...) // waits for the comparison
	if last := e.Statistics(); last.OwnSolutions != use.OwnSolutions {
		t.Errorf("the program goes on: %+v", last)
	}
}

// WrongSolver proves with a solver that was made for a system with another coefficient. gnark's
// proof leaves. The solver is blamed, and it solves the system no more.
func (s *Scheme[PK, VK, P]) WrongSolver(t *testing.T, options func(VK) []backend.ProverOption) {
	i, e := s.scaled(t), Engine(t)
	setFactor(t, i.CCS, circuits.Factor, anotherFactor)
	s.prepare(t, i, e)
	unchecked := ourSolver()
	const most = 100
	for range most {
		_, err := s.Accelerated(i.CCS, i.PK, i.Full, unchecked, s.Unverified())
		devicetest.NoError(t, err)
		if e.Statistics().OwnSolutions > 0 {
			break
		}
	}
	setFactor(t, i.CCS, anotherFactor, circuits.Factor)
	opts := append(options(i.VK), unchecked)

	before := e.Statistics()
	book := new(logbook.Book)
	defer logger.Set(logger.Logger())
	logger.Set(book.Logger())
	s.Prove(t, i, opts...)
	after := e.Statistics()
	if after.OwnSolutions == before.OwnSolutions || after.WrongSolutions != 1 ||
		after.WrongProofs != 0 || after.CPUFailure != before.CPUFailure {
		t.Errorf("a wrong solver: %+v", after)
	}
	lines := book.Entries("proofs did not verify and were withheld")
	if len(lines) != 1 || lines[0]["fault"] != "solver" {
		t.Errorf("logged %v", lines)
	}
	s.Prove(t, i, opts...)
	if last := e.Statistics(); last.OwnSolutions != after.OwnSolutions || last.WrongSolutions != 1 {
		t.Errorf("the solver goes on: %+v", last)
	}
}
