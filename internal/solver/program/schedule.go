package program

import (
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// Schedule cuts a program into tasks that several workers run: the graph's tasks are parts of Code,
// and its fillers parts of Checks.
type Schedule struct {
	parallel.Graph
	// Code says where each task begins, and where the last one ends. Checks does for fillers.
	Code, Checks []uint32
	// Workers is the number of workers from which on more gain little. It is 1 where several are no
	// better than one.
	Workers int
	// Work is what all tasks cost, and Time the time that the workers take, in nanoseconds by the
	// model that the schedule was made with.
	Work, Time uint64
}

// A schedule pays if the work is this many times its time, and worth starting workers.
const (
	leastGain = 1.25
	leastWork = 100_000
)

// maxWorkers bounds the number of workers.
const maxWorkers = 64

// choose sets the number of workers, and the time that they take.
func (s *Schedule) choose(cost []uint64) {
	s.Workers, s.Time = 1, s.Work
	for n := 2; n <= maxWorkers; n += (n + 1) / 2 {
		if t := s.simulate(cost, n); float64(t) < 0.9*float64(s.Time) {
			s.Workers, s.Time = n, t
		}
	}
}

// A worker needs costTask to take a task. Each time that a worker has to wait, all of them together
// lose costWait for each worker: they look at the same flags, and wake each other. Both were found
// on a host with 16 threads.
const (
	costTask = 250
	costWait = 800
)

// simulate returns the time that workers take for tasks and fillers of these costs.
func (s *Schedule) simulate(cost []uint64, workers int) uint64 {
	waits := 0
	free := make([]uint64, workers)          // when each worker is
	done := make([]uint64, len(s.Tasks))     // when each task is
	passed := make([]uint64, len(s.Tasks)+1) // when all tasks before one are
	run := func(start, cost uint64) uint64 {
		first := 0
		for i := range free {
			if free[i] < free[first] {
				first = i
			}
		}
		if start > free[first] {
			waits++
		}
		free[first] = max(free[first], start) + cost + costTask
		return free[first]
	}
	for i := range s.Tasks {
		start := passed[s.Tasks[i].After]
		for _, j := range s.Tasks[i].Needs {
			start = max(start, done[j])
		}
		done[i] = run(start, cost[i])
		passed[i+1] = max(passed[i], done[i])
	}
	for i, after := range s.Fillers {
		run(passed[after], cost[len(s.Tasks)+i])
	}
	end := uint64(0)
	for i := range free {
		end = max(end, free[i])
	}
	return end + uint64(waits*workers)*costWait
}

// bytes returns the memory that the schedule occupies.
func (s *Schedule) bytes() int {
	if s == nil {
		return 0
	}
	const header = 32 // of a task
	n := 4*(cap(s.Code)+cap(s.Checks)+cap(s.Fillers)) + header*cap(s.Tasks)
	for i := range s.Tasks {
		n += 4 * cap(s.Tasks[i].Needs)
	}
	return n
}
