package schedule

import (
	"testing"

	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/frontend"
)

// Circuits of package solvertest, which imports this one. A file outside of the package sets them.
var (
	EachSystem func(t *testing.T, test func(*testing.T, constraint.ConstraintSystem))
	Compiled   func(circuit, builder string) (constraint.ConstraintSystem, error)
	Builders   map[string]frontend.NewBuilder
)
