package hookstest

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"reflect"
	"strings"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/consensys/gnark/frontend"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/circuits"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// SameError expects gnark's error, and returns ours.
func (s *Scheme[PK, VK, P]) SameError(
	t *testing.T, i *Instance[PK, VK], w witness.Witness, opts ...backend.ProverOption,
) error {
	t.Helper()
	_, want := s.Gnark(i.CCS, i.PK, w, opts...)
	if want == nil {
		t.Fatal("gnark has no error")
	}
	proof, err := s.Accelerated(i.CCS, i.PK, w, opts...)
	if err == nil || any(proof) != nil {
		t.Fatalf("got %v, %v; gnark has the error %v", proof, err, want)
	}
	got, wanted := err.Error(), want.Error()
	if got != wanted {
		// Challenges of commitments are drawn: then gnark's own values differ, too.
		if _, again := s.Gnark(i.CCS, i.PK, w, opts...); again.Error() != wanted {
			got, wanted = withoutValues(got), withoutValues(wanted)
		}
	}
	if gnarks := reflect.New(reflect.TypeOf(want)).Interface(); got != wanted ||
		!errors.As(err, gnarks) {
		t.Errorf("got\n%v\ngnark has\n%v", err, want)
	}
	return err
}

// withoutValues is the solver's error with the number of the constraint, but not its values.
func withoutValues(text string) string {
	const end = "is not satisfied"
	before, _, found := strings.Cut(text, end)
	if !found {
		return text
	}
	return before + end
}

// CallersOptionsAreLeftAlone proves with a slice of options that has room for more.
func (s *Scheme[PK, VK, P]) CallersOptionsAreLeftAlone(t *testing.T) {
	i := s.Shared(t, "commitment to both")
	called := 0
	mine := solver.OverrideHint(12345, nil)
	options := make([]solver.Option, 1, 4)
	options[0] = func(c *solver.Config) error { called++; return nil }
	options[:2][1] = mine
	_, err := s.Accelerated(i.CCS, i.PK, i.Full, backend.WithSolverOptions(options...))
	devicetest.NoError(t, err)
	if called != 1 {
		t.Errorf("the option was applied %d times", called)
	}
	if reflect.ValueOf(options[:2][1]).Pointer() != reflect.ValueOf(mine).Pointer() ||
		options[:3][2] != nil {
		t.Error("something was written behind the caller's options")
	}
}

// SolverHints proves with a hint of the caller's, without it, and with one that fails.
func (s *Scheme[PK, VK, P]) SolverHints(t *testing.T) {
	i := s.Make(t, circuits.Hinted)
	s.SameError(t, i, i.Full) // the hint is missing
	s.Prove(t, i, backend.WithSolverOptions(solver.WithHints(circuits.Halve)))
	err := s.SameError(t, i, i.Full, halving(circuits.Cancelled))
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// Blame expects errors that tell a wrong witness, a failing hint and other failures apart. Both
// solvers give them, with their text or redacted. None of them has a secret when it is redacted.
func (s *Scheme[PK, VK, P]) Blame(
	t *testing.T, redacted backend.ProverOption, unsatisfied, hint error,
) {
	cubic, ranges := s.Shared(t, "cubic"), s.Shared(t, "range checks")
	hinted := s.Make(t, circuits.Hinted)
	const secret = 123456789
	outside := circuits.NewRanges()
	outside.X[7] = 1 << 31
	failing := func(err error) backend.ProverOption {
		return halving(func(*big.Int, []*big.Int, []*big.Int) error { return err })
	}
	_, inner := s.Accelerated(cubic.CCS, cubic.PK, assigned(t, &circuits.Cubic{X: 3, Y: 36}))
	none := func(*backend.ProverConfig) error { return nil }
	for name, c := range map[string]struct {
		of     *Instance[PK, VK]
		full   witness.Witness
		option backend.ProverOption
		want   error
		text   string // without values
	}{
		"a constraint": {cubic, assigned(t, &circuits.Cubic{X: 3, Y: secret}), none,
			unsatisfied, "constraint #"},
		"a range": {ranges, assigned(t, outside), none, unsatisfied, ""},
		"another size": {cubic, assigned(t, &circuits.Product{X: 1, Y: 1, Z: 1}), none,
			nil, "size"},
		"no hint": {hinted, hinted.Full, none, nil, "hint"},
		"a hint": {hinted, hinted.Full, failing(fmt.Errorf("the file has %d", secret)), hint,
			"hookstest"},
		"a hint of this text": {hinted, hinted.Full,
			failing(errors.New("constraint #3 is not satisfied: 123456789")), hint, "hookstest"},
		"a hint that proves": {hinted, hinted.Full, failing(inner), hint, "hookstest"},
	} {
		for solver, by := range map[string]backend.ProverOption{
			"gnark's": none, "ours": ourSolver(),
		} {
			for _, with := range [][]backend.ProverOption{
				{by, c.option}, {by, c.option, redacted},
			} {
				_, err := s.Accelerated(c.of.CCS, c.of.PK, c.full, with...)
				if err == nil || errors.Is(err, unsatisfied) != (c.want == unsatisfied) ||
					errors.Is(err, hint) != (c.want == hint) {
					t.Errorf("%s, by %s solver: %v", name, solver, err)
				} else if text := err.Error(); len(with) == 3 &&
					(strings.Contains(text, "123456789") || !strings.Contains(text, c.text)) {
					t.Errorf("%s, by %s solver, redacted: %s", name, solver, text)
				}
			}
		}
	}
}

// InvalidWitness expects gnark's errors for witnesses that do not satisfy the circuit. So it does
// for witnesses that do not fit it.
func (s *Scheme[PK, VK, P]) InvalidWitness(t *testing.T) {
	i := s.Shared(t, "cubic")
	s.AttachFor(t, i.PK, Engine(t, s.EngineOptions...))
	s.SameError(t, i, assigned(t, &circuits.Cubic{X: 3, Y: 36}))
	s.SameError(t, i, assigned(t, &circuits.Cubic{Y: 35}, frontend.PublicOnly()))
	s.SameError(t, i, assigned(t, &circuits.Product{X: 1, Y: 1, Z: 1}))
	i = s.Shared(t, "range checks")
	outside := circuits.NewRanges()
	outside.X[7] = 1 << 31
	s.SameError(t, i, assigned(t, outside))
}

// InvalidOption expects the errors of options.
func (s *Scheme[PK, VK, P]) InvalidOption(t *testing.T) {
	i := s.Shared(t, "cubic")
	failure := errors.New("no such option")
	failing := func(*backend.ProverConfig) error { return failure }
	s.WantError(t, i, failure, failing)
	invalid := backend.WithSolverOptions(solver.WithNbTasks(-1))
	if _, err := s.Accelerated(i.CCS, i.PK, i.Full, invalid); err == nil {
		t.Error("an invalid number of solver tasks was accepted")
	}
}

// foreignSystem is over a curve that has no prover.
type foreignSystem struct{ constraint.ConstraintSystem }

func (foreignSystem) CurveID() ecc.ID { return ecc.GRUMPKIN }

// typedNil returns a nil pointer of the type that an interface has.
func typedNil[T any](of T) T { return reflect.Zero(reflect.TypeOf(of)).Interface().(T) }

// InvalidArguments makes calls of Prove with arguments that do not belong there. Another scheme
// builds other systems.
func (s *Scheme[PK, VK, P]) InvalidArguments(t *testing.T, another frontend.NewBuilder) {
	i, many := s.Shared(t, "cubic"), s.Shared(t, "several commitments")
	other, err := frontend.Compile(ecc.BN254.ScalarField(), another, &circuits.Cubic{})
	devicetest.NoError(t, err)
	var noKey PK
	empty := reflect.New(reflect.TypeOf(i.PK).Elem()).Interface().(PK)
	for name, call := range map[string]struct {
		ccs  constraint.ConstraintSystem
		pk   PK
		full witness.Witness
		want error
	}{
		"no system":                {nil, i.PK, i.Full, s.ErrInvalidInput},
		"nil system":               {typedNil(i.CCS), i.PK, i.Full, s.ErrInvalidInput},
		"another scheme's system":  {other, i.PK, i.Full, s.ErrInvalidInput},
		"no key":                   {i.CCS, noKey, i.Full, s.ErrInvalidInput},
		"nil key":                  {i.CCS, typedNil(i.PK), i.Full, s.ErrInvalidInput},
		"an empty key":             {i.CCS, empty, i.Full, s.ErrEmptyKey},
		"another system's key":     {i.CCS, many.PK, i.Full, s.ErrKeyMismatch},
		"no witness":               {i.CCS, i.PK, nil, s.ErrInvalidInput},
		"another key's system":     {many.CCS, i.PK, many.Full, s.ErrKeyMismatch},
		"a curve without a prover": {foreignSystem{}, s.Foreign, i.Full, s.ErrCurveNotSupported},
	} {
		proof, err := s.Accelerated(call.ccs, call.pk, call.full)
		if !errors.Is(err, call.want) || any(proof) != nil {
			t.Errorf("%s: got %v, %v", name, proof, err)
		}
		if call.want == s.ErrCurveNotSupported && !strings.Contains(err.Error(), "grumpkin") {
			t.Errorf("%s: %q does not name it", name, err)
		}
	}
	s.WantError(t, i, s.ErrInvalidInput, nil)
}

// PlanArguments expects errors for arguments that cannot be planned.
func (s *Scheme[PK, VK, P]) PlanArguments(t *testing.T) {
	ccs, limit := s.Shared(t, "cubic").CCS, accel.WithMemoryLimit(1<<30)
	for _, test := range []struct {
		ccs  constraint.ConstraintSystem
		opts []accel.Option
		want error
	}{
		{nil, []accel.Option{limit}, s.ErrInvalidInput},
		{foreignSystem{}, []accel.Option{limit}, s.ErrCurveNotSupported},
		{ccs, nil, accel.ErrInvalidOption},
		{ccs, []accel.Option{limit, accel.WithMinSize(-1)}, accel.ErrInvalidOption},
	} {
		if _, err := s.Plan(test.ccs, test.opts...); !errors.Is(err, test.want) {
			t.Errorf("got %v, expected %v", err, test.want)
		}
	}
	if p, err := s.Plan(ccs, limit); err != nil || p.Total() != 0 {
		t.Errorf("too small for a device: got %+v, %v", p, err)
	}
}
