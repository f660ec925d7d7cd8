package hookstest

import (
	"errors"
	"strings"
	"testing"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/circuits"
	"github.com/gnark-accel/gnark-accel/internal/testlog"
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
	book := new(testlog.Book)
	defer logger.Set(logger.Logger())
	logger.Set(book.Logger())
	s.Prove(t, i, options(i.VK)...)
	s.Prove(t, i, append(options(i.VK), s.Unverified())...)
	lines := book.Lines(t, "prover done")
	for n, verified := range []bool{true, false} {
		if took, ok := lines[n]["verification"].(float64); ok != verified || ok && took <= 0 {
			t.Errorf("logged %v", lines[n])
		}
	}

	opts := mismatch(i, other)
	for range 3 {
		proof, err := s.Accelerated(i.CCS, i.PK, i.Full, opts...)
		if !errors.Is(err, s.ErrKeyMismatch) || any(proof) != nil {
			t.Errorf("got %v, %v", proof, err)
		}
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
	witnesses := make([]witness.Witness, 6)
	for n := range witnesses {
		witnesses[n] = i.Full
	}
	n := 0
	for proof, err := range s.Stream(t.Context(), i.CCS, i.PK, queue(witnesses...), proving...) {
		if err != nil {
			t.Fatal(err)
		}
		s.WantVerified(t, i, proof, verifying...)
		n++
	}
	if n != len(witnesses) {
		t.Errorf("%d proofs", n)
	}
}

// RedactedErrors expects errors without values for witnesses that satisfy nothing.
func (s *Scheme[PK, VK, P]) RedactedErrors(
	t *testing.T, redacted backend.ProverOption, want error,
) {
	i := s.Shared(t, "cubic")
	const secret = 123456789
	for name, full := range map[string]witness.Witness{
		"unsatisfied":   assigned(t, &circuits.Cubic{X: 3, Y: secret}),
		"another shape": assigned(t, &circuits.Committed{X: 1, Y: 2, Z: 2}),
	} {
		proof, err := s.Accelerated(i.CCS, i.PK, full, redacted)
		if !errors.Is(err, want) || any(proof) != nil {
			t.Errorf("%s: got %v, %v", name, proof, err)
			continue
		}
		if strings.Contains(err.Error(), "123456789") || strings.Contains(err.Error(), "35") {
			t.Errorf("%s: the error has values: %v", name, err)
		}
	}
}
