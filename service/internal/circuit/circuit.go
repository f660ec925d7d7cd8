// Package circuit has circuits as the service knows them: a constraint system with its keys and
// options, described by a manifest and named by a digest.
package circuit

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"regexp"
	"sync"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/groth16"
	"github.com/gnark-accel/gnark-accel/hooks/plonk"
)

// Circuit is a circuit that was read: ready to prove, and to verify. It is safe for concurrent use.
type Circuit struct {
	Manifest
	keys

	curve  ecc.ID
	system constraint.ConstraintSystem
	core   *constraint.System // the part of the system that does not depend on the field
	spare  sync.Pool          // witnesses of the circuit, all of zeros

	// Foreign says that the system has instructions of its own, whose code was not checked.
	Foreign bool
}

// Describe reads the files of a circuit and returns it with its manifest. It fails with
// [ErrMalformed] unless all of them can be read and belong together. The points of keys are checked
// as gnark's method ReadFrom does. gnark's readers may end the process if the files mean harm:
// package untrusted reads files of others.
func Describe(scheme Scheme, options Options, curve string, files Files) (*Circuit, error) {
	c := &Circuit{Manifest: ManifestOf(scheme, options, curve, files)}
	if err := c.read(files); err != nil {
		return nil, err
	}
	c.GnarkVersion, c.Hints = c.core.GnarkVersion, hintsOf(c.core)
	c.Constraints = c.core.GetNbConstraints()
	c.Public, c.Secret = inputsOf(c.core)
	if err := c.belong(c); err != nil {
		return nil, err
	}
	err := checkOrder(c.core, c.system.GetNbCoefficients())
	if c.Foreign = err == errUnknown; c.Foreign {
		err = nil
	}
	return c, err
}

// Load reads a circuit that has a manifest. Files that are not the manifest's are [ErrMalformed].
func Load(m *Manifest, files Files) (*Circuit, error) {
	c, err := Describe(m.Scheme, m.Options, m.Curve, files)
	if err == nil && c.Digest != m.Digest {
		err = fmt.Errorf("%w: its files have another digest than its manifest", ErrMalformed)
	}
	return c, err
}

func (c *Circuit) read(files Files) error {
	var err error
	if c.curve, err = curveOf(c.Curve); err != nil {
		return err
	}
	c.system = newSystem(c.curve)
	if c.keys, err = newKeys(c.Scheme, c.curve, c.system); err != nil {
		return err
	}
	if err := files[System].read(c.system, FileNames[System]); err != nil {
		return err
	}
	c.core = coreOf(c.system)
	if over, err := CurveOver(c.system); err != nil || over != c.Curve {
		return fmt.Errorf("%w: the constraint system is not over %s", ErrMalformed, c.curve)
	}
	if c.core.Type != c.systemType() {
		return fmt.Errorf("%w: the constraint system is not one of %s", ErrMalformed, c.Scheme)
	}
	pk, vk := c.parts()
	if err := files[ProvingKey].read(pk, FileNames[ProvingKey]); err != nil {
		return err
	}
	return files[VerifyingKey].read(vk, FileNames[VerifyingKey])
}

// inputsOf returns the numbers of inputs. An R1CS has the constant 1 among its public variables.
func inputsOf(core *constraint.System) (public, secret int) {
	public, secret = core.GetNbPublicVariables(), core.GetNbSecretVariables()
	if core.Type == constraint.SystemR1CS {
		public--
	}
	return public, secret
}

// Prove proves a full witness, and returns the verified proof in gnark's binary form. The error
// wraps [ErrUnsatisfied] if the witness is to blame. It also wraps gnark's error, whose text may
// have values of the witness. The options are the solver's.
func (c *Circuit) Prove(
	ctx context.Context, full witness.Witness, options ...solver.Option,
) (proof []byte, err error) {
	var to bytes.Buffer
	err = guarded(func() error {
		made, err := c.prove(ctx, c, full, options)
		if err != nil {
			return err
		}
		_, err = made.WriteTo(&to)
		return err
	})
	if err != nil {
		return nil, diagnose(ctx, err)
	}
	return to.Bytes(), nil
}

var (
	// ErrMalformed: a constraint system or a key cannot be read, or the two do not belong together.
	ErrMalformed = errors.New("malformed circuit")
	// ErrDamaged: a file in the store has another digest than its name says.
	ErrDamaged = errors.New("damaged file: add the circuit again")
	// ErrUnknownHints: a constraint system needs hints that nobody has registered.
	ErrUnknownHints = errors.New("unknown hints: build a worker that has them, see docs/service.md")
	// ErrVersion: a constraint system was compiled by another version of gnark.
	ErrVersion = errors.New("compiled by another version of gnark")
	// ErrMalformedWitness: the bytes are not a full witness of the circuit.
	ErrMalformedWitness = errors.New("malformed witness")
	// ErrUnsatisfied: the witness does not satisfy the circuit.
	ErrUnsatisfied = errors.New("the witness does not satisfy the circuit")
)

// HintFailure says that a hint, called in a process of its own, has no result.
type HintFailure struct {
	Hint  string // its name
	Err   error
	Final bool // the hint takes more memory or time than it may
}

func (f *HintFailure) Error() string { return fmt.Sprintf("the hint %s: %v", f.Hint, f.Err) }

// Unwrap returns the reason, and [ErrUnsatisfied] where the failure is final.
func (f *HintFailure) Unwrap() []error {
	if f.Final {
		return []error{ErrUnsatisfied, f.Err}
	}
	return []error{f.Err}
}

// guarded turns a panic into an error. gnark's readers panic on some malformed bytes, and so may
// hints.
func guarded(call func() error) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("panic: %v", cause)
		}
	}()
	return call()
}

// diagnose tells a witness's failures from failures of a device or of a cancelled context.
func diagnose(ctx context.Context, err error) error {
	failure := new(HintFailure)
	switch {
	case errors.As(err, &failure):
		return failure
	case ctx.Err() != nil,
		errors.Is(err, accel.ErrOutOfMemory), errors.Is(err, accel.ErrDeviceLost),
		errors.Is(err, accel.ErrInvalidResult), errors.Is(err, accel.ErrClosed),
		errors.Is(err, groth16.ErrInvalidInput), errors.Is(err, plonk.ErrInvalidInput):
		return err
	case errors.Is(err, groth16.ErrKeyMismatch), errors.Is(err, plonk.ErrKeyMismatch),
		errors.Is(err, groth16.ErrUnsafeKey), errors.Is(err, plonk.ErrUnsafeKey):
		return fmt.Errorf("%w: %w", ErrMalformed, err)
	default:
		return &unsatisfied{err}
	}
}

// unsatisfied is gnark's error for a witness, whose text may have values of the witness.
type unsatisfied struct{ err error }

// Error has the number of the constraint, and nothing else of gnark's text.
func (u *unsatisfied) Error() string {
	found := constraintNumber.FindStringSubmatch(u.err.Error())
	if found == nil {
		return ErrUnsatisfied.Error()
	}
	return ErrUnsatisfied.Error() + ": constraint #" + found[1]
}

var constraintNumber = regexp.MustCompile(`constraint #(\d+) is not satisfied`)

func (u *unsatisfied) Unwrap() []error { return []error{ErrUnsatisfied, u.err} }

// Details returns the text of gnark's error within an error of [Circuit.Prove]. It may have values
// of the witness. It is empty for other errors.
func Details(err error) string {
	var u *unsatisfied
	if !errors.As(err, &u) {
		return ""
	}
	return u.err.Error()
}
