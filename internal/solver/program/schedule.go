package program

import (
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// Schedule cuts a program into tasks that several workers run. The graph's tasks are parts of Code,
// and its fillers parts of Checks.
type Schedule struct {
	parallel.Graph
	// Code says where each task begins, and where the last one ends. Checks does for fillers.
	Code, Checks []uint32
	// Workers is the number of workers from which on more gain little. It is 1 where several are no
	// better than one.
	Workers int
	// Work is the cost of all tasks, and Time the time that the workers take. Both are in
	// nanoseconds, by the model that the schedule was made with.
	Work, Time uint64
}

// bytes returns the memory that the schedule occupies.
func (s *Schedule) bytes() int {
	if s == nil {
		return 0
	}
	const task, need = 32, 8
	n := 4*(cap(s.Code)+cap(s.Checks)+cap(s.Fillers)) + task*cap(s.Tasks)
	for i := range s.Tasks {
		n += need * cap(s.Tasks[i].Needs)
	}
	for i := range s.Lanes {
		n += 4 * cap(s.Lanes[i])
	}
	return n
}
