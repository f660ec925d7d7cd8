package solver

import (
	"errors"
	"fmt"
	"maps"
	"math/big"
	"regexp"
	"strings"

	"github.com/consensys/gnark/constraint"
	gnark "github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// unsatisfied is gnark's error, with its text, for a witness that does not fit.
type unsatisfied struct{ error }

func (u *unsatisfied) Is(target error) bool { return target == ErrUnsatisfied }
func (u *unsatisfied) Unwrap() error        { return u.error }

// failed is the error of a hint, with its text. A hint may prove or solve something itself: an
// [ErrUnsatisfied] of its own says nothing of this witness.
type failed struct {
	error
	hint string // empty for the hooks' commitments, which are no hint of the circuit's
}

func (f *failed) Is(target error) bool {
	return target == ErrHint || target != ErrUnsatisfied && errors.Is(f.error, target)
}

func (f *failed) As(target any) bool { return errors.As(f.error, target) }

// marked returns the options for gnark's solver, whose errors [blamed] can tell apart then. Hints
// of gnark's own packages stay as they are: gnark knows some by their functions, and where they
// fail the circuit has no solution. The hooks compute commitments themselves, or a hint does.
func marked(config gnark.Config, sys *constraint.System, hooksCommit bool) gnark.Config {
	config.HintFunctions = maps.Clone(config.HintFunctions)
	for id := range sys.MHintsDependencies {
		f := config.HintFunctions[id]
		if f == nil {
			continue
		}
		name := gnark.GetHintName(f)
		if hooksCommit && id == program.Commitments {
			name = ""
		} else if strings.HasPrefix(name, "github.com/consensys/gnark/") {
			continue
		}
		config.HintFunctions[id] = func(m *big.Int, in, out []*big.Int) error {
			if err := f(m, in, out); err != nil {
				return &failed{err, name}
			}
			return nil
		}
	}
	return config
}

// blamed returns an error of gnark's solver, which ran with marked hints. The witness fits the
// system. The error wraps [ErrUnsatisfied], or [ErrHint] if a hint is to blame.
func blamed(err error) error {
	hint := new(failed)
	switch {
	case !errors.As(err, &hint):
		return &unsatisfied{err}
	case hint.hint == "":
		return hint.error
	}
	return hint
}

// number finds the number of the constraint in gnark's error.
var number = regexp.MustCompile(`^constraint #(\d+) is not satisfied`)

// Redacted returns an error of [blamed] without its text. The text may have values of the witness.
// The new one names the constraint, or the hint.
func Redacted(err error) error {
	hint := new(failed)
	switch {
	case errors.Is(err, ErrUnsatisfied):
		if found := number.FindStringSubmatch(err.Error()); found != nil {
			return fmt.Errorf("%w: constraint #%s", ErrUnsatisfied, found[1])
		}
		return ErrUnsatisfied
	case errors.As(err, &hint):
		return fmt.Errorf("%w: %s", ErrHint, hint.hint)
	}
	return err
}
