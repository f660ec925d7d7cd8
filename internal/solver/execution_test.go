package solver

import (
	"context"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// pieces are loops that note where the code ends that they run at once.
type pieces struct {
	Loops[int]
	ends []int
	ran  *atomic.Int32 // tasks, or nil
}

func (p *pieces) Run(code []uint32, _, end int) (int, error) {
	p.ends = append(p.ends, end)
	if p.ran != nil && len(code) > 1 { // no assertion
		p.ran.Add(1)
	}
	return end, nil
}

// few is an execution whose workers are pieces.
type few struct {
	execution[int]
	workers []*pieces
	ran     atomic.Int32
}

func newFew(p *program.Program) *few {
	f := new(few)
	field := &Field[int]{Loops: func(*Machine[int]) Loops[int] {
		w := &pieces{ran: &f.ran}
		f.workers = append(f.workers, w)
		return w
	}}
	f.Machine = &Machine[int]{
		Program: &Program[int]{Program: p}, buffers: new(buffers[int]),
		system: System[int]{Scalars: field},
	}
	return f
}

// beside runs the program and other work, as [execution.run] does.
func (f *few) beside(ctx context.Context, workers int, b Background) error {
	if min(workers, f.Program.Schedule.Workers) < 2 {
		return f.runAlone(ctx, workers, b)
	}
	return f.runTasks(ctx, workers, b)
}

func (f *few) pieces() (all []int) {
	for _, w := range f.workers {
		all = append(all, w.ends...)
	}
	return all
}

// twoTasks returns a program of two tasks and a filler, for which a number of workers is useful.
func twoTasks(useful int) *program.Program {
	return &program.Program{
		Code: make([]uint32, 4), Checks: make([]uint32, 1), Wires: 4,
		Final: []uint32{2, 4}, FinalWires: 2,
		Schedule: &program.Schedule{
			Graph: parallel.Graph{
				Tasks:  []parallel.Task{{Queue: 0}, {Queue: 1}},
				Queues: [][]uint32{{0}, {1}}, Fillers: []uint32{2},
			},
			Ranges:  []program.Range{{From: 0, To: 2}, {From: 2, To: 4}, {From: 0, To: 1}},
			First:   []uint32{0, 1, 2, 3},
			Final:   []uint32{1, 2},
			Workers: useful,
		},
	}
}

// A program that gains nothing from several workers is not cut into tasks, however many there are.
func TestOneWorkerRunsNoTasks(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(16))
	for _, useful := range []int{1, 2} {
		p := twoTasks(useful)
		all := newFew(p)
		var known []int
		all.known = func(n int) { known = append(known, n) }
		if err := all.run(t.Context(), 16); err != nil {
			t.Fatal(err)
		}
		ran := slices.Sorted(slices.Values(all.pieces()))
		want := map[int][]int{1: {1, 4}, 2: {1, 2, 4}}[useful]
		if !slices.Equal(ran, want) || known[len(known)-1] != 4 || !slices.IsSorted(known) {
			t.Errorf("%d workers: pieces of %v words, expected %v; %v wires known", useful, ran,
				want, known)
		}
	}
}

// Proofs that wait for a device leave solvers fewer processors, and with many of them one each.
func TestProofsShareProcessors(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(16))
	for _, test := range []struct{ proofs, pieces int }{{0, 3}, {7, 3}, {8, 2}, {100, 2}} {
		var done []func()
		for range test.proofs {
			done = append(done, Proving())
		}
		all := newFew(twoTasks(2))
		if err := all.run(t.Context(), 16); err != nil {
			t.Fatal(err)
		}
		if got := len(all.pieces()); got != test.pieces {
			t.Errorf("beside %d proofs %d pieces ran, expected %d", test.proofs, got, test.pieces)
		}
		for _, done := range done {
			done()
		}
	}
}

// A program that runs beside a proof, as in a stream, says that processors are crowded. A busy
// machine may take so long that it is forgotten again.
func TestStreamsCrowd(t *testing.T) {
	run := func() {
		if err := newFew(twoTasks(2)).run(t.Context(), 2); err != nil {
			t.Fatal(err)
		}
	}
	for parallel.Crowded() {
		time.Sleep(time.Millisecond)
	}
	if run(); parallel.Crowded() {
		t.Error("one program crowds")
	}
	defer Proving()()
	begun := time.Now()
	for run(); !parallel.Crowded(); run() {
		if time.Since(begun) > time.Minute {
			t.Fatal("programs beside a proof do not crowd")
		}
	}
}

// Work beside a program is done once, by one worker, by a goroutine of its own, or as fillers.
func TestBackground(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	for _, parts := range []int{0, 1, 2 * minParts} {
		for _, workers := range []int{1, 4} {
			for _, useful := range []int{1, 2} {
				testBackground(t, parts, workers, twoTasks(useful))
			}
		}
	}
}

func testBackground(t *testing.T, parts, workers int, p *program.Program) {
	all := newFew(p)
	done := make([]atomic.Int32, parts)
	background := Background{make([]uint32, parts), func(part int) { done[part].Add(1) }}
	if err := all.beside(t.Context(), workers, background); err != nil {
		t.Fatal(err)
	}
	for i := range done {
		if n := done[i].Load(); n != 1 {
			t.Errorf("part %d of %d is done %d times, with %d workers", i, parts, n, workers)
		}
	}
	if len(all.pieces()) < 2 {
		t.Errorf("%v are run beside %d parts", all.pieces(), parts)
	}
}

// Parts that need tasks are done behind them.
func TestBackgroundAfterTasks(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	c := newFew(twoTasks(2))
	var early, late, tooEarly atomic.Int32
	first := Background{make([]uint32, 3), func(int) { early.Add(1) }}
	all := first.And(Background{[]uint32{1, 2}, func(part int) {
		if late.Add(1); int(c.ran.Load()) <= part {
			tooEarly.Add(1)
		}
	}})
	if err := c.beside(t.Context(), 2, all); err != nil {
		t.Fatal(err)
	}
	if early.Load() != 3 || late.Load() != 2 || tooEarly.Load() != 0 {
		t.Errorf("%d parts at once, %d behind tasks, %d too early", early.Load(), late.Load(),
			tooEarly.Load())
	}
}

// Fillers ascend by the tasks that they need, whosever they are.
func TestAmong(t *testing.T) {
	g := &parallel.Graph{Queues: make([][]uint32, 1), Fillers: []uint32{0, 2, 4}}
	more, of := Background{After: []uint32{0, 1, 4, 5}}.among(g, 2)
	if !slices.Equal(more.Fillers, []uint32{0, 0, 1, 2, 4, 4, 5}) ||
		!slices.Equal(of, []int{^0, 0, ^1, 1, ^2, 2, ^3}) || len(more.Queues) != 2 {
		t.Errorf("fillers %v, of %v, %d queues", more.Fillers, of, len(more.Queues))
	}
	for _, test := range []struct{ parts, tasks, all, want int }{
		{0, 4, 16, 4}, {64, 4, 16, 6}, {1000, 4, 16, 8}, {1000, 4, 5, 5}, {1000, 16, 16, 16},
	} {
		b := Background{After: make([]uint32, test.parts)}
		if n := b.workers(test.tasks, test.all); n != test.want {
			t.Errorf("%+v: %d workers", test, n)
		}
	}
}
