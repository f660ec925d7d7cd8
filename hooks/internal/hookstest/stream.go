package hookstest

import (
	"bytes"
	"errors"
	"fmt"
	"math/big"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/circuits"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/randomness"
	own "github.com/gnark-accel/gnark-accel/internal/solver"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

func (s *Scheme[PK, VK, P]) proveStream(
	t *testing.T, i *Instance[PK, VK], n int, proving []backend.ProverOption,
	verifying []backend.VerifierOption,
) {
	t.Helper()
	witnesses, proofs := queue(slices.Repeat([]witness.Witness{i.Full}, n)...), 0
	for proof, err := range s.Stream(t.Context(), i.CCS, i.PK, witnesses, proving...) {
		devicetest.NoError(t, err)
		s.WantVerified(t, i, proof, verifying...)
		proofs++
	}
	if proofs != n {
		t.Errorf("%d proofs of %d witnesses", proofs, n)
	}
}

type outcome[P Proof] struct {
	proof P
	err   error
}

// withProcessors has streams take the machine for one with n processors, until restore is called.
func withProcessors(n int) (restore func()) {
	before := runtime.GOMAXPROCS(n)
	return func() { runtime.GOMAXPROCS(before) }
}

// StreamGivesTheSameProofs compares a stream with calls of Prove from the same randomness. Proofs
// and errors have to be the same, in the same order. Some witnesses are none of
// the circuit. The second circuit has a commitment, which the solver asks for while the device
// makes another proof. Several solvers draw in any order, so that with them all draw the same.
func (s *Scheme[PK, VK, P]) StreamGivesTheSameProofs(t *testing.T) {
	e := Engine(t)
	cubic := func(x, y int) witness.Witness { return assigned(t, &circuits.Cubic{X: x, Y: y}) }
	product := func(x, y, z int) witness.Witness {
		return assigned(t, &circuits.Committed{Both: true, X: x, Y: y, Z: z})
	}
	for name, witnesses := range map[string][]witness.Witness{
		"cubic": {
			cubic(3, 35), cubic(3, 36), cubic(1, 7), nil, cubic(0, 5), product(1, 2, 2),
		},
		"commitment to both": {
			product(3, 4, 12), product(3, 4, 13), product(5, 6, 30), product(2, 9, 18),
		},
	} {
		for processors, fixed := range map[int]func(string) func(){
			1: randomness.Stream, 16: randomness.Constant,
		} {
			t.Run(fmt.Sprintf("%s, %d processors", name, processors), func(t *testing.T) {
				defer withProcessors(processors)()
				i := s.Shared(t, name)
				s.prepare(t, i, e)
				var want, got []outcome[P]
				func() {
					defer fixed(name)()
					for _, w := range witnesses {
						proof, err := s.Accelerated(i.CCS, i.PK, w, s.Unverified())
						want = append(want, outcome[P]{proof, err})
					}
				}()
				func() {
					defer fixed(name)()
					proofs := s.Stream(t.Context(), i.CCS, i.PK, queue(witnesses...),
						s.Unverified())
					for proof, err := range proofs {
						got = append(got, outcome[P]{proof, err})
					}
				}()
				if len(got) != len(want) {
					t.Fatalf("%d pairs for %d witnesses", len(got), len(want))
				}
				for j := range want {
					s.sameOutcome(t, got[j], want[j])
				}
			})
		}
	}
}

func (s *Scheme[PK, VK, P]) sameOutcome(t *testing.T, got, want outcome[P]) {
	t.Helper()
	switch {
	case (got.err == nil) != (want.err == nil):
		t.Errorf("got the error %v, Prove has %v", got.err, want.err)
	case want.err != nil:
		if got.err.Error() != want.err.Error() || any(got.proof) != nil {
			t.Errorf("got %v and %v, Prove has %v", got.proof, got.err, want.err)
		}
	case !bytes.Equal(s.Raw(t, got.proof), s.Raw(t, want.proof)):
		t.Error("not the proof that Prove makes")
	}
}

// StreamArguments expects one error, and no panic, for arguments that nothing can be proved with.
func (s *Scheme[PK, VK, P]) StreamArguments(t *testing.T) {
	i, many := s.Shared(t, "cubic"), s.Shared(t, "several commitments")
	var noKey PK
	for name, test := range map[string]struct {
		proofs func(yield func(P, error) bool)
		want   error
	}{
		"no system": {
			s.Stream(t.Context(), nil, i.PK, queue(i.Full)), s.ErrInvalidInput,
		},
		"no key": {
			s.Stream(t.Context(), i.CCS, noKey, queue(i.Full)), s.ErrInvalidInput,
		},
		"no channel": {s.Stream(t.Context(), i.CCS, i.PK, nil), s.ErrInvalidInput},
		"no context": {
			s.Stream(nil, i.CCS, i.PK, queue(i.Full)), //nolint:staticcheck
			s.ErrInvalidInput,
		},
		"another system's key": {
			s.Stream(t.Context(), i.CCS, many.PK, queue(i.Full)), s.ErrKeyMismatch,
		},
	} {
		pairs := 0
		for proof, err := range test.proofs {
			if pairs++; !errors.Is(err, test.want) || any(proof) != nil {
				t.Errorf("%s: got %v, %v", name, proof, err)
			}
		}
		if pairs != 1 {
			t.Errorf("%s: %d pairs", name, pairs)
		}
	}
	for proof, err := range s.Stream(t.Context(), i.CCS, i.PK, queue()) {
		t.Errorf("no witness: got %v, %v", proof, err)
	}
}

// PanicInAHint expects a panic in a hint to be the error of its proof alone. Nothing of the proof
// may be left. With several solvers the second call can be for any of the proofs. After a panic in
// our solver gnark's calls the hint again.
func (s *Scheme[PK, VK, P]) PanicInAHint(t *testing.T) {
	for _, test := range []struct {
		name       string
		processors int
		solver     solver.Option
		panics     []int64 // the calls of the hint
	}{
		{"gnark's solver, 1 processor", 1, own.WithGnark(), []int64{2}},
		{"gnark's solver, 16 processors", 16, own.WithGnark(), []int64{2}},
		{"ours, 1 processor", 1, own.WithCheck(own.CheckNever), []int64{2, 3}},
	} {
		t.Run(test.name, func(t *testing.T) {
			defer withProcessors(test.processors)()
			s.panicInAHint(t, test.processors == 1, test.solver, test.panics)
		})
	}
}

func (s *Scheme[PK, VK, P]) panicInAHint(
	t *testing.T, inOrder bool, with solver.Option, panicking []int64,
) {
	i := s.Make(t, circuits.Hinted)
	e := Engine(t)
	s.prepare(t, i, e)
	var calls atomic.Int64
	hint := func(field *big.Int, in, out []*big.Int) error {
		if slices.Contains(panicking, calls.Add(1)) {
			panic("not a good hint")
		}
		return circuits.Halve(field, in, out)
	}
	var errs []error
	witnesses := queue(i.Full, i.Full, i.Full)
	for _, err := range s.Stream(t.Context(), i.CCS, i.PK, witnesses, halving(hint, with)) {
		errs = append(errs, err)
	}
	failed := slices.DeleteFunc(slices.Clone(errs), func(err error) bool { return err == nil })
	if len(errs) != 3 || len(failed) != 1 || inOrder && errs[1] == nil ||
		!strings.Contains(failed[0].Error(), "not a good hint") {
		t.Errorf("got %v", errs)
	}
	before := e.Statistics().DeviceBytes
	devicetest.NoError(t, s.Release(i.PK))
	if after := e.Statistics().DeviceBytes; before > 0 && after >= before {
		t.Errorf("%d bytes on the device, %d after the release: a proof that failed holds the key",
			before, after)
	}
}
