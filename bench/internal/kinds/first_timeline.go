package kinds

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// timeline says what a program did, and when.
type timeline struct {
	mu    sync.Mutex
	Main  time.Time  `json:"main"` // when all that comes before main was done
	Parts []timePart `json:"parts"`
}

// timePart is a part of a program, in milliseconds since main began.
type timePart struct {
	Name string  `json:"name"`
	From float64 `json:"from"`
	To   float64 `json:"to"`
}

func (t *timeline) begin() { t.Main = time.Now() }

func (t *timeline) now() float64 { return float64(time.Since(t.Main).Microseconds()) / 1000 }

// part begins a part, which ends with the function that it returns.
func (t *timeline) part(name string) (end func()) {
	from := t.now()
	return func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.Parts = append(t.Parts, timePart{name, from, t.now()})
	}
}

func (t *timeline) write(to io.Writer) error { return json.NewEncoder(to).Encode(t) }

// readTimeline reads what a program writes behind its line.
func readTimeline(from *bufio.Reader) (*timeline, error) {
	t := new(timeline)
	return t, json.NewDecoder(from).Decode(t)
}

// enter enters the parts among the figures, as those of the fastest run.
func (t *timeline) enter(row *results.Row, begun time.Time) {
	for _, p := range append(slices.Clone(t.Parts),
		timePart{"before main", 0, float64(t.Main.Sub(begun).Microseconds()) / 1000}) {
		name := partPrefix + p.Name
		if ms := p.To - p.From; row.Figures[name] == 0 || ms < row.Figures[name] {
			row.Figures[name] = ms
		}
	}
}

const partPrefix = "ms of "

// slowestPart says in words which part took longest.
func slowestPart(r *results.Row) string {
	most, what := 0.0, ""
	for name, ms := range r.Figures {
		if len(name) > len(partPrefix) && name[:len(partPrefix)] == partPrefix && ms > most {
			most, what = ms, name[len(partPrefix):]
		}
	}
	if what == "" {
		return ""
	}
	return fmt.Sprintf("%s: %.0f ms", what, most)
}
