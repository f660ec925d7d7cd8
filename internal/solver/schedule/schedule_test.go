package schedule_test

import (
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/constraint"
	cs "github.com/consensys/gnark/constraint/bn254"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
	"github.com/gnark-accel/gnark-accel/internal/solver/schedule"
	"github.com/gnark-accel/gnark-accel/internal/solver/solvertest"
	"github.com/gnark-accel/gnark-accel/internal/solver/translate"
)

func ordered(t *testing.T, system constraint.ConstraintSystem, workers int) *program.Program {
	t.Helper()
	sys := system.(*cs.R1CS)
	p, err := translate.System(&sys.System, sys)
	if err == nil {
		err = schedule.Order(p, &sys.System, workers)
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// An operation's inputs are set before it in the same task, or by a task that its own waits for.
// Each wire, and each row of an R1CS, is set once.
func TestTasksWaitForWhatTheyRead(t *testing.T) {
	solvertest.Each(t, ecc.BN254, func(t *testing.T, c *solvertest.Case) {
		p := ordered(t, c.System, 4)
		testSchedule(t, p, &c.System.(*cs.R1CS).System)
		testRanges(t, p)
		if !slices.IsSorted(p.Schedule.Fillers) {
			t.Errorf("assertions need %v tasks", p.Schedule.Fillers)
		}
	})
}

func testSchedule(t *testing.T, p *program.Program, system *constraint.System) {
	s := p.Schedule
	f := program.NewFootprint(p, system)
	setter := make([]int, f.All())          // task, plus one
	barrier := 0                            // the last task that needs all others, plus one
	done := make([][]uint32, len(s.Queues)) // by queue: what each of its tasks has waited for
	for i := range done {
		done[i] = make([]uint32, len(s.Queues))
	}
	for i := range len(s.Tasks) + len(s.Fillers) {
		testFinal(t, p, setter, i)
		waits := func(task int) bool { return task == i || task < int(s.Fillers[i-len(s.Tasks)]) }
		if i < len(s.Tasks) {
			own := s.Tasks[i]
			for _, n := range own.Needs {
				done[own.Queue][n.Queue] = max(done[own.Queue][n.Queue], n.N)
			}
			waits = func(task int) bool {
				other := s.Tasks[task]
				return other.Queue == own.Queue && task <= i ||
					other.Place < done[own.Queue][other.Queue]
			}
		}
		if barrier > 0 && !waits(barrier-1) {
			t.Fatalf("task %d does not wait for %d", i, barrier-1)
		}
		for range f.Part(i) {
			for _, x := range f.Reads {
				if k := setter[x]; k > 0 && !waits(k-1) {
					t.Fatalf("task %d does not wait for task %d, which sets %d", i, k-1, x)
				} else if k == 0 && int(x) >= p.Known && int(x) < p.Wires {
					t.Fatalf("task %d reads wire %d before it is set", i, x)
				}
			}
			if f.Alone {
				barrier = i + 1
				for j := range i {
					if !waits(j) {
						t.Fatalf("task %d does not wait for task %d", i, j)
					}
				}
			}
			for _, x := range f.Sets {
				if setter[x] != 0 && int(x) < p.Wires+p.Public+p.Rows { // no table of lookups
					t.Fatalf("tasks %d and %d set %d", setter[x]-1, i, x)
				}
				setter[x] = i + 1
			}
		}
	}
}

// testFinal looks for wires that are not set when some tasks have run, though the schedule says so.
func testFinal(t *testing.T, p *program.Program, setter []int, tasks int) {
	for k, final := range p.Schedule.Final {
		if int(final) != tasks {
			continue
		}
		for x := k * p.FinalWires; x < min((k+1)*p.FinalWires, p.Wires); x++ {
			if x >= p.Known && setter[x] == 0 {
				t.Fatalf("wire %d is not set by the first %d tasks", x, tasks)
			}
		}
	}
}

// testRanges looks for words of no task or of two, and for ranges out of the program's order.
func testRanges(t *testing.T, p *program.Program) {
	tasks := make([]int, len(p.Code))
	for i := range p.Schedule.Tasks {
		_, ranges := p.Part(i)
		end := uint32(0)
		for _, r := range ranges {
			if r.From < end || r.To <= r.From {
				t.Fatalf("task %d has ranges %v", i, ranges)
			}
			for pc := r.From; pc < r.To; pc++ {
				tasks[pc]++
			}
			end = r.To
		}
	}
	if slices.ContainsFunc(tasks, func(n int) bool { return n != 1 }) {
		t.Fatalf("words are in %v tasks", tasks)
	}
}
