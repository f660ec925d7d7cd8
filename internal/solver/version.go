package solver

// This package says by its name which gnark is needed.
import _ "github.com/gnark-accel/gnark-accel/internal/gnark_v0_14_0_or_later"

// How many witnesses of a system are compared where gnark has not passed the tests of equality: the
// first ones, and later one in a number of fast solutions.
const (
	comparedFirst = 3
	comparedLater = 1000
)

// again reports whether a fast solution is to be compared, too. One witness was compared before.
func (e *Entry[E]) again() bool {
	n := e.solved.Add(1)
	return !HasPassed() && (n < comparedFirst || n%comparedLater == 0)
}
