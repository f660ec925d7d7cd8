package solvertest

import (
	"errors"
	"runtime"
	"slices"
	"testing"

	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint/solver"
	own "github.com/gnark-accel/gnark-accel/internal/solver"
)

// workers solve also where they do not pay.
const workers = 8

// solutionsAreGnarks: every element of a solution is gnark's, and an invalid witness has gnark's
// error. Buffers are new, or recycled and full of another content. One worker solves, or several.
func (s curve[E, P]) solutionsAreGnarks(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(workers))
	Each(t, s.id, func(t *testing.T, c *Case) {
		sys := s.of(c.System)
		narrow, err := sys.Translate(0)
		if err != nil {
			t.Fatal(err)
		}
		wide, err := sys.Translate(workers)
		if err != nil {
			t.Fatal(err)
		}
		alone := sys.NewRun(t.Context(), input(sys, c, solver.WithNbTasks(1)))
		want, err := alone.Gnark()
		if err != nil {
			t.Fatal(err)
		}
		tasks := solver.WithNbTasks(workers)
		in := input(sys, c, tasks)
		in.Commit = Commitment[E, P]
		many := sys.NewRun(t.Context(), in)
		testOwn(t, narrow, alone, want)
		testOwn(t, narrow, many, want)
		testOwn(t, wide, many, want)
		wires := testOwn(t, wide, many, want)
		testReplay(t, wide, many, want)
		testSatisfied(t, wide, many)
		testWires(t, wide, many, wires)
		if err := alone.Compare(narrow, want); err != nil {
			t.Error("with the outputs of gnark's hints:", err)
		}
		if c.Invalid != nil {
			testRefused(t, sys, c.Invalid, c)
		}
	})
}

// testOwn compares a solution, fills its memory with something else and returns its wires.
func testOwn[E limbed](
	t *testing.T, p *own.Program[E], j *own.Run[E], want *own.Solution[E],
) (wires []E) {
	t.Helper()
	got, err := j.Reserve(p).Fast(nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := equal(got, want); err != nil {
		t.Fatal(err)
	}
	wires = slices.Clone(got.Wires)
	var other E
	other[0], other[1], other[2] = 1, 2, 3
	for _, v := range append(got.Rows[:], got.Wires) {
		fill(v[:cap(v)], other)
	}
	got.Release()
	return wires
}

func fill[E any](v []E, x E) {
	for i := range v {
		v[i] = x
	}
}

// testReplay has gnark's solver find its solution with the answers of our hints.
func testReplay[E limbed](
	t *testing.T, p *own.Program[E], j *own.Run[E], want *own.Solution[E],
) {
	t.Helper()
	got, err := j.Reserve(p).Fast(nil)
	if err != nil {
		t.Fatal(err)
	}
	again, err := j.Replay(p, got).Gnark()
	if err == nil {
		err = equal(again, want)
	}
	if err != nil {
		t.Error("with the answers of our hints:", err)
	}
	got.Release()
}

// testSatisfied has gnark's code find that a solution satisfies the constraints. It does not with
// another value of a row, or of all wires.
func testSatisfied[E limbed](t *testing.T, p *own.Program[E], j *own.Run[E]) {
	t.Helper()
	got, err := j.Reserve(p).Fast(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer got.Release()
	if err := j.Satisfied(p, got); err != nil {
		t.Error(err)
	}
	first := 0
	if got.Sparse {
		first = p.Public
	}
	var other E
	other[0], other[1], other[2] = 1, 2, 3
	for _, values := range [][]E{got.Rows[0][first:][:1], got.Wires} {
		before := slices.Clone(values)
		fill(values, other)
		if err := j.Satisfied(p, got); !errors.Is(err, own.ErrConstraint) {
			t.Errorf("with %d other values: %v", len(values), err)
		}
		copy(values, before)
	}
}

func testWires[E limbed](
	t *testing.T, p *own.Program[E], j *own.Run[E], want []E,
) {
	t.Helper()
	f := &follower[E]{t: t}
	alone := *j
	alone.WiresOnly = true
	got, err := alone.Reserve(p).Fast(f.follow(alone.Memory()))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(f.copied, got.Wires) {
		t.Errorf("wires changed after they were known, or %d of %d became known",
			len(f.copied), len(got.Wires))
	}
	if got.Rows[0] != nil {
		t.Error("not the wires alone")
	}
	if !slices.Equal(got.Wires, want) {
		t.Error("other wires")
	}
}

func testRefused[E limbed](
	t *testing.T, sys own.System[E], w witness.Witness, c *Case,
) {
	t.Helper()
	// With several tasks gnark names any of the failing constraints of a level.
	in := input(sys, c, solver.WithNbTasks(1), own.WithCheck(own.CheckNever))
	in.Witness = w
	_, want := sys.NewRun(t.Context(), in).Gnark()
	if want == nil {
		t.Fatal("the invalid witness is valid")
	}
	sys.Prepare(nil)
	before, _ := own.Solved()
	_, err := sys.Solve(t.Context(), in)
	if err == nil || err.Error() != want.Error() {
		t.Errorf("the error is %v, gnark's %v", err, want)
	}
	if after, _ := own.Solved(); after != before {
		t.Error("the fast solver accepts the invalid witness")
	}
}
