package solvertest

import (
	"math/rand/v2"
	"testing"

	"github.com/consensys/gnark/constraint/solver"
)

func FuzzSolve(f *testing.F) {
	random := rand.New(rand.NewPCG(1, 2))
	for curve := range suites {
		n := 24
		switch {
		case curve > 0 && testing.Short():
			n = 4
		case curve == 0 && !testing.Short():
			n = 100
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

func (s curve[E, P]) random(t *testing.T, code []byte) {
	for name, builder := range Builders {
		c, err := Random(s.id, builder, code)
		if err != nil {
			continue // gnark's frontend refuses circuits that cannot be satisfied
		}
		sys := s.of(c.System)
		p, err := sys.Translate(0)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		j := sys.NewRun(t.Context(), input(sys, c, solver.WithNbTasks(1)))
		want, errGnark := j.Gnark()
		got, err := j.Reserve(p).Fast(nil)
		if (err == nil) != (errGnark == nil) {
			t.Fatalf("%s: %v, gnark says %v", name, err, errGnark)
		}
		if err != nil {
			testRefused(t, sys, c.Valid, c)
		} else if err := equal(got, want); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
}
