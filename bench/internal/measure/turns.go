package measure

import (
	"fmt"
	"runtime"
	"time"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// Timed is one run, and the time that it took.
type Timed = func() (time.Duration, error)

// Time returns the time of a step.
func Time(step func() error) (time.Duration, error) {
	start := time.Now()
	err := step()
	return time.Since(start), err
}

// Clean times a step on a heap without garbage of earlier ones.
func Clean(step func() error) Timed {
	return func() (time.Duration, error) {
		runtime.GC()
		return Time(step)
	}
}

// Turn is a step that is timed in turn with others, so many times.
type Turn struct {
	Of   string // the implementation
	Runs int
	Once Timed
}

// Ours is a turn of ours, so many times.
func Ours(runs int, once Timed) Turn { return Turn{results.Ours, runs, once} }

// Gnarks is a turn of gnark's.
func Gnarks(runs int, once Timed) Turn { return Turn{results.Gnark, runs, once} }

// WarmUp makes runs that are not measured.
func (r *Run) WarmUp(runs int, once Timed) error {
	return r.InTurn(results.New("", nil), Ours(runs, once))
}

// InTurn enters the times of turns in a row. Steps with fewer runs are spread among the others.
func (r *Run) InTurn(row *results.Row, turns ...Turn) error {
	rounds := 0
	for _, t := range turns {
		rounds = max(rounds, t.Runs)
	}
	for i := range rounds {
		for _, t := range turns {
			if i*t.Runs/rounds == (i+1)*t.Runs/rounds {
				continue
			}
			if err := r.Err(); err != nil {
				return err
			}
			took, err := t.Once()
			if err != nil {
				return fmt.Errorf("%s: %w", t.Of, err)
			}
			row.Times[t.Of] = append(row.Times[t.Of], results.Milliseconds(took))
		}
	}
	return nil
}
