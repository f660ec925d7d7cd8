package circuit

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/groth16"
	"github.com/gnark-accel/gnark-accel/hooks/plonk"
	"github.com/gnark-accel/gnark-accel/internal/solver"
)

// Package client explains these errors.
var (
	ErrMalformed = errors.New("malformed circuit")
	// ErrDamaged: a file in the store has another digest than its name says.
	ErrDamaged      = errors.New("damaged file: add the circuit again")
	ErrUnknownHints = errors.New(
		"unknown hints: build a worker that has them, see docs/service.md")
	ErrVersion          = errors.New("compiled by another version of gnark")
	ErrMalformedWitness = errors.New("malformed witness")
	ErrUnsatisfied      = groth16.ErrUnsatisfied // which PLONK has, too
	ErrHint             = groth16.ErrHint

	errPanic = errors.New("panic")
)

// Malformed is [ErrMalformed] with the text of such an error from another process.
func Malformed(text string) error {
	return fmt.Errorf("%w: %s", ErrMalformed, strings.TrimPrefix(text, ErrMalformed.Error()+": "))
}

// HintFailure says that a hint, called in a process of its own, has no result.
type HintFailure struct {
	Hint  string // its name
	Err   error
	Final bool // the hint takes more memory or time than it may
}

func (f *HintFailure) Error() string { return fmt.Sprintf("the hint %s: %v", f.Hint, f.Err) }

func (f *HintFailure) Unwrap() error { return f.Err }

// Is says that the witness is to blame where the failure is final.
func (f *HintFailure) Is(target error) bool { return f.Final && target == ErrUnsatisfied }

// Guarded turns a panic into an error. gnark's readers panic on malformed bytes, and so may hints.
func Guarded(call func() error) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("%w: %v", errPanic, cause)
		}
	}()
	return call()
}

// diagnose tells failures of a witness, a hint or a circuit. Others are returned without a change,
// but for a panic's words.
func diagnose(ctx context.Context, err error) error {
	failure := new(HintFailure)
	switch {
	case errors.As(err, &failure):
		return failure
	case ctx.Err() != nil, isOne(err, accel.ErrOutOfMemory, accel.ErrDeviceLost,
		accel.ErrInvalidResult, accel.ErrClosed):
		return err
	case isOne(err, ErrUnsatisfied, ErrHint):
		return &private{solver.Redacted(err), err}
	case errors.Is(err, errPanic):
		return &private{errPanic, err}
	case ofCircuit(err):
		return fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	return err
}

// ofCircuit tells whether a circuit's files are to blame for an error.
func ofCircuit(err error) bool {
	return isOne(err, groth16.ErrInvalidInput, groth16.ErrKeyMismatch, groth16.ErrUnsafeKey,
		plonk.ErrInvalidInput, plonk.ErrKeyMismatch, plonk.ErrUnsafeKey)
}

func isOne(err error, targets ...error) bool {
	return slices.ContainsFunc(targets, func(t error) bool { return errors.Is(err, t) })
}

// private is gnark's error, whose text may have values of the witness, with one for everybody.
type private struct {
	error
	gnark error
}

func (p *private) Unwrap() error { return p.gnark }

// Details returns gnark's text in an error of [Circuit.Prove]. It may have values of the witness.
func Details(err error) string {
	if p := new(private); errors.As(err, &p) {
		return p.gnark.Error()
	}
	return ""
}
