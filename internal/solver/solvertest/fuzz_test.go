package solvertest

import (
	"math/rand/v2"
	"testing"

	"github.com/consensys/gnark/constraint/solver"
	"github.com/consensys/gnark/frontend"
	own "github.com/gnark-accel/gnark-accel/internal/solver"
)

// FuzzSolve compares solutions and refusals of random systems over one of the curves.
func FuzzSolve(f *testing.F) {
	random := rand.New(rand.NewPCG(1, 2))
	for curve := range suites {
		n := 24
		if curve == 0 && !testing.Short() {
			n = 250
		}
		for range n {
			code := make([]byte, 3*(1+random.IntN(24)))
			for i := range code {
				code[i] = byte(random.Uint32())
			}
			f.Add(byte(curve), code)
		}
	}
	f.Fuzz(func(t *testing.T, curve byte, code []byte) {
		suites[int(curve)%len(suites)].random(t, code)
	})
}

// random solves the systems that bytes stand for.
func (s curve[E, P]) random(t *testing.T, code []byte) {
	for name, builder := range Builders {
		s.testRandom(t, name, builder, code)
	}
}

// testRandom solves a system that bytes stand for with both solvers.
func (s curve[E, P]) testRandom(
	t *testing.T, name string, builder frontend.NewBuilder, code []byte,
) {
	c, err := Random(s.id, builder, code)
	if err != nil {
		return // gnark's frontend refuses circuits that cannot be satisfied
	}
	sys := s.of(c.System)
	p, err := sys.Translate()
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	// With several tasks gnark names any of the failing constraints of a level.
	options := with(c, solver.WithNbTasks(1), own.WithCheck(own.CheckNever))
	j := sys.Job(t.Context(), c.Valid, nil, options...)
	want, errGnark := j.Gnark()
	got, err := j.Own(p)
	if (err == nil) != (errGnark == nil) {
		t.Fatalf("%s: %v, gnark says %v", name, err, errGnark)
	}
	if err == nil {
		if err := equal(got, want); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		return
	}
	_, err = sys.Solve(t.Context(), c.Valid, nil, options...)
	if err == nil || err.Error() != errGnark.Error() {
		t.Fatalf("%s: the error is %v, gnark's %v", name, err, errGnark)
	}
}
