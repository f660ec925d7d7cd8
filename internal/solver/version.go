package solver

import (
	"slices"

	// This package says by its name which gnark is needed.
	_ "github.com/gnark-accel/gnark-accel/internal/gnark_v0_14_0_or_later"
	"github.com/gnark-accel/gnark-accel/internal/linked"
)

// passed are the releases of gnark that the tests of equality ran on. With another gnark the fast
// solver runs, too, and is compared more often.
var passed = []string{"0.14.0", "0.15.0", "0.16.0", "0.16.1", "0.16.2", "0.16.3"}

// hasPassed reports whether this program links one of them.
var hasPassed = func() bool { return slices.Contains(passed, linked.Gnark().Version) }

// How many witnesses of a system are compared where gnark has not passed: the first ones, and later
// one in a number of fast solutions.
const (
	comparedFirst = 3
	comparedLater = 1000
)

// again reports whether a fast solution is to be compared, too. One witness was compared before.
func (e *Entry[E]) again() bool {
	n := e.solved.Add(1)
	return !hasPassed() && (n < comparedFirst || n%comparedLater == 0)
}
