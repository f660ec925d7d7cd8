// Package system reads gnark's constraint systems for the provers, once for all curves. It has the
// rows of a system, the sizes of its keys, and its selectors and permutation.
package system

import "github.com/gnark-accel/gnark-accel/hooks/plonk/internal/relation"

// ErrInvalidInput is relation's.
var ErrInvalidInput = relation.ErrInvalidInput
