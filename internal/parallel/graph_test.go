package parallel

import (
	"errors"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"time"
)

// randomGraph returns a graph of n tasks, and as many fillers.
func randomGraph(random *rand.Rand, n int) *Graph {
	g := &Graph{}
	for i := range n {
		t := Task{After: uint32(random.IntN(i + 1))}
		for range random.IntN(4) {
			if i > 0 {
				t.Needs = append(t.Needs, uint32(random.IntN(i)))
			}
		}
		g.Tasks = append(g.Tasks, t)
		g.Fillers = append(g.Fillers, uint32(i))
	}
	return g
}

func TestGraph(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, workers := range []int{1, 2, 3, 16} {
		for _, n := range []int{0, 1, 2, 300} {
			g := randomGraph(random, n)
			done := make([]atomic.Int32, 2*n)
			var most atomic.Int64
			err := g.Run(workers, func(_, i int) error {
				before := g.needs(i)
				for _, j := range before {
					if done[j].Load() != 1 {
						t.Errorf("task %d before %d", i, j)
					}
				}
				if i%64 == 63 {
					time.Sleep(2 * patience) // so that others fall asleep
				}
				done[i].Add(1)
				return nil
			}, func(passed int) {
				for i := range passed {
					if done[i].Load() != 1 {
						t.Errorf("task %d is not done, of %d that are passed", i, passed)
					}
				}
				most.Store(max(most.Load(), int64(passed)))
			})
			if err != nil {
				t.Error(err)
			}
			if workers == 1 && most.Load() != int64(n) {
				t.Errorf("%d of %d tasks were passed", most.Load(), n)
			}
			for i := range done {
				if k := done[i].Load(); k != 1 {
					t.Errorf("%d workers: task %d of %d ran %d times", workers, i, n, k)
				}
			}
		}
	}
}

// needs returns the tasks that must be done before a task or filler.
func (g *Graph) needs(i int) []uint32 {
	t := Task{}
	if i < len(g.Tasks) {
		t = g.Tasks[i]
	} else {
		t.After = g.Fillers[i-len(g.Tasks)]
	}
	all := append([]uint32(nil), t.Needs...)
	for j := range t.After {
		all = append(all, j)
	}
	return all
}

func TestGraphStopsAtAnError(t *testing.T) {
	g := randomGraph(rand.New(rand.NewPCG(3, 4)), 500)
	want := errors.New("the task failed")
	var calls atomic.Int32
	for _, workers := range []int{1, 8} {
		err := g.Run(workers, func(_, i int) error {
			calls.Add(1)
			if i == 100 {
				return want
			}
			return nil
		}, nil)
		if err != want {
			t.Errorf("%d workers: %v", workers, err)
		}
	}
	if n := calls.Load(); n >= 2*1000 {
		t.Errorf("all of %d calls were made", n)
	}
}
