package circuit

import (
	"errors"
	"fmt"
	"strings"
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
	ErrUnsatisfied      = errors.New("the witness does not satisfy the circuit")
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
