// Package kzg has the algebra of KZG openings, once for all curves: P are points, E scalars.
package kzg

import (
	"errors"
	"fmt"
	"slices"

	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/poly"
)

// ErrInvalidInput: something that is needed was nil.
var ErrInvalidInput = errors.New("kzg: invalid input")

// Open returns the commitment to (p − p(point))/(X − point), and p(point).
func Open[P, E any](
	f *curve.Field[E], commit func([]E) (P, error), p []E, point E,
) (h P, value E, err error) {
	if commit == nil {
		return h, value, fmt.Errorf("%w: no committer", ErrInvalidInput)
	}
	return openInPlace(f, commit, slices.Clone(p), point)
}

// openInPlace is Open, but that it overwrites p.
func openInPlace[P, E any](
	f *curve.Field[E], commit func([]E) (P, error), p []E, point E,
) (h P, value E, err error) {
	quotient, value := poly.Divide(f, p, point)
	if h, err = commit(quotient); err != nil {
		var none E
		return *new(P), none, fmt.Errorf("commitment to the quotient: %w", err)
	}
	return h, value, nil
}
