package solver

import (
	// This package says by its name which gnark is needed.
	_ "github.com/gnark-accel/gnark-accel/internal/gnark_v0_14_0_or_later"
	"github.com/gnark-accel/gnark-accel/internal/linked"
)

// hasPassed reports whether the tests of equality ran on the gnark of this program. With another
// one our solver runs, too, and is compared with gnark's more often.
var hasPassed = linked.HasPassed

// How many witnesses of a system are compared where gnark has not passed: the first ones, and later
// one in a number of those that our solver solves.
const (
	compared      = 3
	comparedLater = 1000
)

// again reports whether a witness that our solver solves is to be compared, too. One witness was
// before ours was trusted.
func (e *Entry[P]) again() bool {
	n := e.solved.Add(1)
	return !hasPassed() && (n < compared || n%comparedLater == 0)
}
