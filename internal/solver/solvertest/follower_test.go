package solvertest

import (
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	own "github.com/gnark-accel/gnark-accel/internal/solver"
)

type follower[E any] struct {
	t      *testing.T
	wires  []E
	copied []E
	calls  int
}

// follow returns the function that a run is to call.
func (f *follower[E]) follow(m *own.Memory[E]) (known func(n int)) {
	if f.wires = m.Wires; m.Unpin != nil {
		f.t.Error("fresh memory is pinned")
	}
	return f.known
}

func (f *follower[E]) known(n int) {
	if f.calls++; n <= len(f.copied) || n > len(f.wires) {
		f.t.Errorf("%d wires are known after %d, of %d", n, len(f.copied), len(f.wires))
		return
	}
	f.copied = append(f.copied, f.wires[len(f.copied):n]...)
}

// A follower is told of wires while a program runs, and not after it alone.
func TestWiresAreFollowed(t *testing.T) {
	for builder := range Builders {
		s, p := translated(t, "mimc", builder)
		f := &follower[fr.Element]{t: t}
		in := input(s.System, s.Case, own.WithCheck(own.CheckNever))
		in.WiresOnly = true
		run := s.NewRun(t.Context(), in).Reserve(p)
		solution, err := run.Finish(f.follow(run.Memory()))
		if err != nil {
			t.Fatal(err)
		}
		if f.calls < 3 || !slices.Equal(f.copied, solution.Wires) {
			t.Errorf("%s: %d calls told of %d wires", builder, f.calls, len(f.copied))
		}
	}
}
