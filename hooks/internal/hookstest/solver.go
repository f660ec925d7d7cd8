package hookstest

import (
	"bytes"
	"testing"

	"github.com/consensys/gnark/backend"
	"github.com/gnark-accel/gnark-accel/internal/solver"
)

// Solvers makes proofs until our solver is trusted, and some more into the memory that it
// recycles. All are gnark's, and so is one that is told to leave the witness to gnark's solver.
func (s *Scheme[PK, VK, P]) Solvers(t *testing.T) {
	for _, name := range []string{"cubic", "several commitments"} {
		i := s.Shared(t, name)
		e := Engine(t)
		s.AttachFor(t, i.PK, e)
		want := s.Raw(t, s.Fixed(t, s.Gnark, i))
		const enough, most = 3, 100
		start, _ := solver.Solved()
		for range most {
			if got := s.Raw(t, s.Fixed(t, s.Accelerated, i)); !bytes.Equal(got, want) {
				t.Fatalf("%s: another proof than gnark's", name)
			}
			if own, _ := solver.Solved(); own >= start+enough {
				break
			}
		}
		own, _ := solver.Solved()
		if own < start+enough {
			t.Fatalf("%s: our solver has not run in %d proofs", name, most)
		}
		off := backend.WithSolverOptions(solver.WithGnark())
		if _, err := s.Accelerated(i.CCS, i.PK, i.Full, off); err != nil {
			t.Error(err)
		}
		if now, _ := solver.Solved(); now != own {
			t.Errorf("%s: our solver ran where it is switched off", name)
		}
		use := e.Statistics()
		if use.OwnSolutions != own-start || use.GnarkSolutions == 0 {
			t.Errorf("%s: %d solutions of ours are counted, expected %d, and %d of gnark's", name,
				use.OwnSolutions, own-start, use.GnarkSolutions)
		}
	}
}
