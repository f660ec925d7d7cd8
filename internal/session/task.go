package session

import (
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/rs/zerolog"
)

// task is an operation on the device, as errors and the log name it.
type task struct {
	*kind
	what string
	of   string // the group's or the field's name
	size int    // of all together
	many int    // MSMs over the same bases, or one task
}

// kind is what tasks of one kind have in common: the words for them, in errors and in the log.
type kind struct {
	owner, unit string
	onCPU       string
}

var (
	ofPoints   = &kind{owner: "group", unit: "points", onCPU: "msm on the CPU"}
	ofElements = &kind{owner: "field", unit: "elements", onCPU: "vectors on the CPU"}
)

func newTask(what string, g *cuda.Group, points int) task {
	return task{ofPoints, what, g.Name, points, 1}
}

// newComputation is something about vectors of n elements.
func newComputation(what string, field *cuda.Field, n int) task {
	return task{ofElements, what, field.Name, n, 1}
}

// newMSMs is one MSM for each vector of scalars.
func newMSMs(g *cuda.Group, vectors ...[]byte) task {
	t := newTask("MSM", g, 0)
	for _, v := range vectors {
		t.size += len(v) / g.ScalarBytes()
	}
	t.many = len(vectors)
	return t
}

func (t task) wrap(err error) error {
	return fmt.Errorf("accel: %s %s of %d %s: %w", t.of, t.what, t.size, t.unit, err)
}

// fields names the task in a line of the log. All tasks of points that are logged, but for the loading of bases, are MSMs.
func (t task) fields(e *zerolog.Event) *zerolog.Event {
	e.Str(t.owner, t.of).Int(t.unit, t.size)
	if t.kind == ofElements {
		e.Str("operation", t.what)
	}
	if t.many > 1 {
		e.Int("vectors", t.many)
	}
	return e
}
