package solver

// This package says by its name which gnark is needed.
import _ "github.com/gnark-accel/gnark-accel/internal/gnark_v0_14_0_or_later"

// hasPassed reports whether the tests of equality ran on the gnark of this program. With another
// one the fast solver runs, too, and is compared more often.
var hasPassed = HasPassed

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
