package hookstest

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark/backend"
	cs "github.com/consensys/gnark/constraint/bn254"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/randomness"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/solver"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

type serializable interface {
	io.WriterTo
	io.ReaderFrom
}

// FromSolutions proves from solutions that were written and read. The proofs are equal to the
// proofs of Prove, and the solutions stay as they are.
func (s *Scheme[PK, VK, P]) FromSolutions(t *testing.T) {
	for _, example := range s.Examples {
		if !s.SolutionsLackBlinding || example.Commitments == 0 {
			t.Run(example.Name, func(t *testing.T) {
				devicetest.SkipRepeated(t, example.Name == "cubic")
				s.fromSolution(t, s.Shared(t, example.Name))
			})
		}
	}
	name := s.provable()
	for _, curve := range curve.IDs() {
		t.Run(curve.String(), func(t *testing.T) {
			devicetest.SkipRepeated(t, curve == ecc.BN254)
			s.fromSolution(t, s.MakeOn(t, curve, s.Named(t, name)))
		})
	}
}

// provable names an example that has a solution to prove, with commitments if possible.
func (s *Scheme[PK, VK, P]) provable() string {
	if s.SolutionsLackBlinding {
		return "cubic"
	}
	return "several commitments"
}

func (s *Scheme[PK, VK, P]) fromSolution(t *testing.T, i *Instance[PK, VK]) {
	s.AttachFor(t, i.PK, Engine(t))
	defer randomness.Constant(i.Name)() // a commitment's inputs have a random one
	want, err := s.Accelerated(i.CCS, i.PK, i.Full)
	devicetest.NoError(t, err)
	found, release, err := s.Solve(i.CCS, i.PK, i.Full)
	devicetest.NoError(t, err)
	written := write(t, found)
	release()
	read := reflect.New(reflect.TypeOf(found).Elem()).Interface().(serializable)
	if _, err := read.ReadFrom(bytes.NewReader(written)); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		got, err := s.ProveSolved(i.CCS, i.PK, read)
		devicetest.NoError(t, err)
		if !bytes.Equal(s.Raw(t, got), s.Raw(t, want)) {
			t.Error("another proof than that of Prove")
		}
		s.WantVerified(t, i, got)
	}
	if !bytes.Equal(write(t, read), written) {
		t.Error("the solution changed")
	}
}

func write(t *testing.T, solution any) []byte {
	t.Helper()
	return devicetest.Written(t, solution.(serializable).WriteTo)
}

// InvalidSolutions expects an error, and no panic, for values that are no solution. There may be
// none, or they are of another type, curve or length, or have a wrong element at any place, or they
// belong to another key where there are commitments.
func (s *Scheme[PK, VK, P]) InvalidSolutions(t *testing.T) {
	i := s.Shared(t, s.provable())
	s.AttachFor(t, i.PK, Engine(t))
	refused := func(what string, solution any) {
		t.Helper()
		proof, err := s.ProveSolved(i.CCS, i.PK, solution)
		if !errors.Is(err, s.ErrInvalidSolution) || any(proof) != nil {
			t.Errorf("%s: got %v, %v", what, proof, err)
		}
	}
	solution, _, err := s.Solve(i.CCS, i.PK, i.Full)
	devicetest.NoError(t, err)
	refused("nothing", nil)
	refused("no solution", reflect.Zero(reflect.TypeOf(solution)).Interface())
	refused("another type", "a solution")
	refused("an empty one", reflect.New(reflect.TypeOf(solution).Elem()).Interface())
	other := s.MakeOn(t, ecc.BLS12_381, s.Named(t, "cubic"))
	foreign, _, err := s.Solve(other.CCS, other.PK, other.Full)
	devicetest.NoError(t, err)
	refused("another curve", foreign)
	for _, v := range vectors(solution) {
		whole := *v
		*v = whole[:len(whole)-1]
		refused("a short vector", solution)
		*v = whole
		for j := range whole {
			value := whole[j]
			whole[j].SetUint64(12345)
			refused("a wrong element", solution)
			whole[j] = value
		}
	}
	if _, err := s.ProveSolved(i.CCS, i.PK, solution); err != nil {
		t.Errorf("the solution itself: %v", err)
	}
	again := s.Make(t, s.Named(t, "several commitments"))
	if solution, _, err = s.Solve(again.CCS, again.PK, again.Full); err == nil {
		i = s.Shared(t, "several commitments")
		refused("commitments of another key", solution)
	}
}

// vectors returns the vectors of a solution over BN254.
func vectors(solution any) []*fr.Vector {
	switch x := solution.(type) {
	case *cs.R1CSSolution:
		return []*fr.Vector{&x.W, &x.A, &x.B, &x.C}
	case *cs.SparseR1CSSolution:
		return []*fr.Vector{&x.L, &x.R, &x.O}
	}
	return nil
}

// Solvers makes proofs until our solver is trusted, and then some more. These use the memory that
// the solver recycles. All are gnark's, and so is one that is told to leave the witness to gnark's
// solver.
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
