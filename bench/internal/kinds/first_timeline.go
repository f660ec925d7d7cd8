package kinds

import (
	"fmt"
	"strings"
	"time"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// partPrefix begins the names of figures that are parts of a program.
const partPrefix = "ms of "

// timeline says how long the parts of a program took, which run beside each other.
type timeline struct {
	Main  time.Time          // when all that comes before main was done
	Parts map[string]float64 // in milliseconds
}

// enter enters the parts among the figures, as those of the fastest run.
func (t *timeline) enter(row *results.Row, begun time.Time) {
	t.Parts["before main"] = results.Milliseconds(t.Main.Sub(begun))
	for name, ms := range t.Parts {
		name = partPrefix + name
		if row.Figures[name] == 0 || ms < row.Figures[name] {
			row.Figures[name] = ms
		}
	}
}

// slowestPart says in words which part took longest.
func slowestPart(r *results.Row) (slowest string) {
	most := 0.0
	for name, ms := range r.Figures {
		if what, ok := strings.CutPrefix(name, partPrefix); ok && ms > most {
			most, slowest = ms, fmt.Sprintf("%s: %.0f ms", what, ms)
		}
	}
	return slowest
}
