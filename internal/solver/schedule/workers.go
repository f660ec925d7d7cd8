package schedule

import "github.com/gnark-accel/gnark-accel/internal/solver/program"

// A schedule pays if the work is this many times its time, and worth starting workers.
const (
	leastGain = 1.25
	leastWork = 100_000
)

// maxWorkers bounds the number of workers.
const maxWorkers = 64

// choose sets the number of workers of a schedule, and the time that they take.
func choose(s *program.Schedule, cost []uint64) {
	s.Workers, s.Time = 1, s.Work
	for n := 2; n <= maxWorkers; n += (n + 1) / 2 {
		if t := simulate(s, cost, n); float64(t) < 0.9*float64(s.Time) {
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
func simulate(s *program.Schedule, cost []uint64, workers int) uint64 {
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
