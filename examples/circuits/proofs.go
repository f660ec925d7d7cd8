package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"math/big"
	"os"
	"runtime"
	"runtime/trace"
	"time"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/consensys/gnark/frontend/cs"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
)

func (s *session) solve() error {
	took, err := phase(s.ctx, s.progress, "solve", func() error { return solve(s.ccs, s.full) })
	s.report.Times.Solve = milliseconds(took)
	return err
}

// errNotVerified: gnark's verifier refused a proof.
var errNotVerified = errors.New("a proof did not verify")

// proofs makes and verifies all proofs, with -compare ours and gnark's in turns.
func (s *session) proofs() error {
	what := "prove"
	if s.compare {
		what = "prove, ours and gnark's"
	}
	s.progress.line("%s ...", what)
	var ours, gnarks []time.Duration
	var solver []float64 // of ours
	err := traced(s.trace, func() error {
		for i := range s.settings.proofs {
			s.solved()
			took, err := s.proof(s.scheme.Ours, &s.report.Proofs, &s.report.Verified)
			if err != nil {
				return fmt.Errorf("proof %d: %w", i+1, err)
			}
			ours, solver = append(ours, took), append(solver, s.solved()...)
			s.progress.line("proof %d of %d: %s, verified", i+1, s.settings.proofs, format(took))
			if !s.compare {
				continue
			}
			took, err = s.proof(s.scheme.Gnarks, &s.report.GnarkProofs, &s.report.GnarkVerified)
			if err != nil {
				return fmt.Errorf("gnark's proof %d: %w", i+1, err)
			}
			gnarks = append(gnarks, took)
			s.progress.line("gnark's proof %d of %d: %s, verified", i+1, s.settings.proofs,
				format(took))
		}
		return nil
	})
	s.report.proved(ours, gnarks, solver)
	if err != nil {
		s.progress.line("%s: %s", what, outcome(err))
		return err
	}
	s.describeUse()
	s.progress.line("%s: %d verified", what, s.report.Verified+s.report.GnarkVerified)
	return nil
}

// proverOptions are gnark's options for a proof, the same for both provers.
func (s *session) proverOptions() []backend.ProverOption {
	if s.statisticalZK {
		return []backend.ProverOption{backend.WithStatisticalZeroKnowledge()}
	}
	return nil
}

// proof makes one proof, verifies it and counts both.
func (s *session) proof(prover proving.Prove, made, verified *int) (time.Duration, error) {
	runtime.GC()
	var p proving.Proof
	took, err := timed(s.ctx, func() (err error) {
		p, err = prover(s.ccs, *s.keys, s.full, s.proverOptions()...)
		return err
	})
	if err != nil {
		return 0, err
	}
	*made++
	if err := s.scheme.Verify(p, *s.keys, s.public); err != nil {
		return 0, fmt.Errorf("%w: %w", errNotVerified, err)
	}
	*verified++
	return took, nil
}

// solve runs gnark's solver by itself. In a proof the prover commits to part of the witness on the
// way and derives a challenge from it; here a hash of that part stands in for the challenge, so
// that the time is the solver's alone.
func solve(ccs constraint.ConstraintSystem, full witness.Witness) error {
	challenge := func(modulus *big.Int, committed, out []*big.Int) error {
		h := sha256.New()
		for _, x := range committed {
			h.Write(x.Bytes())
		}
		out[0].SetBytes(h.Sum(nil))
		out[0].Mod(out[0], modulus)
		return nil
	}
	id := solver.GetHintID(cs.Bsb22CommitmentComputePlaceholder)
	_, err := ccs.Solve(full, solver.OverrideHint(id, challenge))
	return err
}

// traced runs f with Go's execution tracer writing to a file, for go tool trace. An empty name
// means no trace. A proof is a task in it, with its steps as regions.
func traced(file string, f func() error) error {
	if file == "" {
		return f()
	}
	w, err := os.Create(file)
	if err != nil {
		return err
	}
	if err := trace.Start(w); err != nil {
		return errors.Join(err, w.Close())
	}
	err = f()
	trace.Stop()
	return errors.Join(err, w.Close())
}
