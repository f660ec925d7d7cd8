package parallel

import (
	"errors"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"time"
)

// randomGraph returns a graph of n tasks in queues, and as many fillers.
func randomGraph(random *rand.Rand, n, queues int) *Graph {
	g := &Graph{Queues: make([][]uint32, queues)}
	for i := range n {
		l := random.IntN(queues)
		t := Task{Queue: uint32(l), Place: uint32(len(g.Queues[l]))}
		for range random.IntN(4) {
			other := random.IntN(queues)
			if has := len(g.Queues[other]); has > 0 {
				t.Needs = append(t.Needs, Need{uint32(other), uint32(random.IntN(has) + 1)})
			}
		}
		g.Queues[l] = append(g.Queues[l], uint32(i))
		g.Tasks = append(g.Tasks, t)
		g.Fillers = append(g.Fillers, uint32(i))
	}
	return g
}

func TestGraph(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, workers := range []int{1, 2, 3, 16} {
		for _, n := range []int{0, 1, 2, 300} {
			for _, queues := range []int{1, 3, 16} {
				testGraph(t, randomGraph(random, n, queues), workers)
			}
		}
	}
}

// testGraph runs a graph, and counts what begins too early, or not once.
func testGraph(t *testing.T, g *Graph, workers int) {
	n := len(g.Tasks)
	done := make([]atomic.Int32, 2*n)
	var most atomic.Int64
	err := g.Run(workers, func(_, i int) error {
		for _, j := range g.needs(i) {
			if done[j].Load() != 1 {
				t.Errorf("task %d before %d", i, j)
			}
		}
		if i == n/2 {
			time.Sleep(2 * patience) // so that others fall asleep
		}
		done[i].Add(1)
		return nil
	}, func(passed int) {
		for i := range passed {
			if done[i].Load() != 1 {
				t.Errorf("task %d is not done, of %d in the prefix", i, passed)
			}
		}
		most.Store(max(most.Load(), int64(passed)))
	})
	if err != nil {
		t.Error(err)
	}
	if workers == 1 && most.Load() != int64(n) {
		t.Errorf("%d of %d tasks were in the prefix", most.Load(), n)
	}
	for i := range done {
		if k := done[i].Load(); k != 1 {
			t.Errorf("%d workers: task %d of %d ran %d times", workers, i, n, k)
		}
	}
}

// needs returns the tasks that must be done before a task or filler.
func (g *Graph) needs(i int) (all []uint32) {
	if i >= len(g.Tasks) {
		for j := range g.Fillers[i-len(g.Tasks)] {
			all = append(all, j)
		}
		return all
	}
	t := g.Tasks[i]
	for _, n := range append(t.Needs, Need{t.Queue, t.Place}) {
		all = append(all, g.Queues[n.Queue][:n.N]...)
	}
	return all
}

// A worker that does not come leaves its queues to others. Here tasks of both queues need each
// other, and the second worker never begins.
func TestQueuesAreLent(t *testing.T) {
	const n = 50
	g := &Graph{Queues: make([][]uint32, 2)}
	for i := range uint32(2 * n) {
		l := i % 2
		g.Tasks = append(g.Tasks, Task{Queue: l, Place: i / 2, Needs: []Need{{1 - l, i / 2}}})
		g.Queues[l] = append(g.Queues[l], i)
	}
	r := newRun(g, 2, func(_, _ int) error { return nil }, nil)
	r.work(0) // and no other worker
	for i := range r.queues {
		if done := r.queues[i].done.Load(); done != n {
			t.Errorf("%d of %d tasks of queue %d are done", done, n, i)
		}
	}
}

func TestGraphStopsAtAnError(t *testing.T) {
	g := randomGraph(rand.New(rand.NewPCG(3, 4)), 500, 8)
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
