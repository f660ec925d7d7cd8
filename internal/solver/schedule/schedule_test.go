package schedule

import (
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/constraint"
	cs "github.com/consensys/gnark/constraint/bn254"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
	"github.com/gnark-accel/gnark-accel/internal/solver/solvertest"
	"github.com/gnark-accel/gnark-accel/internal/solver/translate"
)

// Programs are well formed before and after they are ordered. An operation's inputs are set before
// it in the same task, or by a task that its own waits for.
func TestTasksWaitForWhatTheyRead(t *testing.T) {
	solvertest.Each(t, ecc.BN254, func(t *testing.T, c *solvertest.Case) {
		sys := c.System.(*cs.R1CS)
		p, err := translate.System(&sys.System, sys)
		if err != nil {
			t.Fatal(err)
		}
		testWellFormed(t, p)
		if err := OrderIn(p, &sys.System, 4); err != nil {
			t.Fatal(err)
		}
		testWellFormed(t, p)
		testSchedule(t, p, &sys.System)
	})
}

// scheduled translates a system and orders the program.
func scheduled(sys *cs.R1CS) (*program.Program, error) {
	p, err := translate.System(&sys.System, sys)
	if err != nil {
		return nil, err
	}
	return p, OrderIn(p, &sys.System, 4)
}

func testSchedule(t *testing.T, p *program.Program, system *constraint.System) {
	s := p.Schedule
	f := &footprint{program: p, system: system, tables: map[constraint.BlueprintID]uint32{}}
	setter := make([]int, f.all())         // task, plus one
	barrier := 0                           // the last task that needs all others, plus one
	done := make([][]uint32, len(s.Lanes)) // by lane: what each of its tasks has waited for
	for i := range done {
		done[i] = make([]uint32, len(s.Lanes))
	}
	for i := range len(s.Tasks) + len(s.Fillers) {
		waits := func(task int) bool { return task == i || task < int(s.Fillers[i-len(s.Tasks)]) }
		if i < len(s.Tasks) {
			own := s.Tasks[i]
			for _, n := range own.Needs {
				done[own.Lane][n.Lane] = max(done[own.Lane][n.Lane], n.N)
			}
			waits = func(task int) bool {
				other := s.Tasks[task]
				return other.Lane == own.Lane && task <= i ||
					other.Place < done[own.Lane][other.Lane]
			}
		}
		if barrier > 0 && !waits(barrier-1) {
			t.Fatalf("task %d does not wait for %d", i, barrier-1)
		}
		code := p.Part(i)
		for pc := 0; pc < len(code); {
			pc = f.operation(code, pc)
			for _, x := range f.reads {
				if k := setter[x]; k > 0 && !waits(k-1) {
					t.Fatalf("task %d does not wait for task %d, which sets %d", i, k-1, x)
				} else if k == 0 && int(x) >= p.Known && int(x) < p.Wires {
					t.Fatalf("task %d reads wire %d before it is set", i, x)
				}
			}
			if f.alone {
				barrier = i + 1
				for j := range i {
					if !waits(j) {
						t.Fatalf("task %d does not wait for task %d", i, j)
					}
				}
			}
			for _, x := range f.sets {
				setter[x] = i + 1
			}
		}
	}
}

// Assertions are sorted by the tasks that they need.
func TestFillersAscend(t *testing.T) {
	c, err := solvertest.Compile(ecc.BN254, "commitment", "scs")
	if err != nil {
		t.Fatal(err)
	}
	sys := c.System.(*cs.R1CS)
	p, err := scheduled(sys)
	if err != nil {
		t.Fatal(err)
	}
	if p.Schedule == nil || !slices.IsSorted(p.Schedule.Fillers) {
		t.Errorf("%+v", p.Schedule)
	}
}
