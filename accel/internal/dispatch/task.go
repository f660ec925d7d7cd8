package dispatch

import (
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/rs/zerolog"
)

// task is an operation on the device, as errors and the log name it.
type task struct {
	what   string
	group  *cuda.Group
	points int
}

func newMSM(g *cuda.Group, scalars []byte) task {
	return task{"MSM", g, len(scalars) / g.ScalarBytes()}
}

func (t task) wrap(err error) error {
	return fmt.Errorf("accel: %s %s of %d points: %w", t.group.Name, t.what, t.points, err)
}

func (t task) fields(e *zerolog.Event) *zerolog.Event {
	return e.Str("group", t.group.Name).Int("points", t.points)
}
