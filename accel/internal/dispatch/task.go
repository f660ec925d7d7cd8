package dispatch

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
	size int
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
	return task{ofPoints, what, g.Name, points}
}

func newMSM(g *cuda.Group, scalars []byte) task {
	return newTask("MSM", g, len(scalars)/g.ScalarBytes())
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
	return e
}
