package kinds

import (
	"crypto/sha256"
	"errors"
	"math/big"
	"time"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/consensys/gnark/frontend/cs"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/hooks/solve"
)

// ours is our prover with more options.
func (p *proved) ours(more ...backend.ProverOption) *prover {
	return &prover{circuit: p.circuit, prove: p.scheme.Ours, more: more}
}

// turns makes the proofs of a row, ours and gnark's in turn. If gnark's are fewer, they are
// spread among ours.
func (p *proved) turns(row *results.Row, atOnce int) error {
	ours, bare := p.ours(), p.ours(p.scheme.Unverified)
	solved := p.ours(backend.WithSolverOptions(solve.WithGnark()))
	gnarks := &prover{circuit: p.circuit, prove: p.scheme.Gnarks}
	ours.own = true
	var verification results.Sample
	before := p.engine.Statistics()
	for i := range p.Proofs {
		p.log.Reset()
		if err := errors.Join(p.ctx.Err(), ours.run(atOnce, proofsEach(atOnce))); err != nil {
			return err
		}
		if atOnce == 1 {
			row.Spans = rounds(&p.log, ours.begun)
			verification = append(verification, timeOf(results.RoundVerification, row.Spans))
			if err := bare.run(1, 1); err != nil {
				return err
			}
		}
		if p.GnarkSolver {
			if err := solved.run(atOnce, proofsEach(atOnce)); err != nil {
				return err
			}
		}
		if n := p.gnarks(); i*n/p.Proofs == (i+1)*n/p.Proofs {
			continue
		}
		if err := gnarks.run(atOnce, 1); err != nil {
			return err
		}
	}
	p.enter(row, before, ours, bare, solved)
	row.Enter("verification", verification)
	gnarks.enter(row, results.Gnark, "gnark ")
	row.Figures["proofs"] += float64(gnarks.made)
	if atOnce > 1 {
		return nil
	}
	delete(row.Figures, "per minute") // no more than the time of one
	if row.Machine.Device.Kind == results.CPU {
		return nil
	}
	return p.plan(row)
}

// streams makes the proofs of a row in streams, one after the other.
func (p *proved) streams(row *results.Row) error {
	ours, bare := p.ours(), p.ours(p.scheme.Unverified)
	ours.own = true
	before := p.engine.Statistics()
	for range p.Proofs {
		for _, of := range []*prover{ours, bare} {
			if err := errors.Join(p.ctx.Err(), of.stream(p.ctx, p.Stream)); err != nil {
				return err
			}
		}
	}
	p.enter(row, before, ours, bare, p.ours())
	return nil
}

// enter enters our provers' figures in a row: as usual, without verification, and behind gnark's
// solver. Sums and bytes are those of a proof since the engine's statistics that were taken before.
func (p *proved) enter(row *results.Row, before accel.Statistics, ours, bare, solved *prover) {
	row.Enter("unverified", results.NewSample(bare.times))
	row.Enter("behind gnark solver", results.NewSample(solved.times))
	ours.enter(row, results.Ours, "")
	after, n := p.engine.Statistics(), ours.made+bare.made+solved.made
	row.Figures["bytes up"] = float64((after.BytesUp - before.BytesUp) / uint64(n))
	row.Figures["device sums"] = float64((after.DeviceMSMs - before.DeviceMSMs) / uint64(n))
	row.Figures["cpu sums"] = float64((onCPU(after) - onCPU(before)) / uint64(n))
	row.Figures["proofs"] += float64(n)
}

// onCPU is the number of MSMs that were computed on the CPU, for any reason.
func onCPU(s accel.Statistics) uint64 { return s.CPUSmall + s.CPUNoDevice + s.CPUFailure }

// plan enters the host's memory as planned for the device's. It comes after the proofs, since a
// plan has the solver translate the system.
func (p *proved) plan(row *results.Row) error {
	memory := row.Machine.Device.Memory
	if p.limit > 0 {
		memory = p.limit
	}
	plan, err := p.scheme.Plan(p.circuit.System, accel.WithMemoryLimit(memory))
	if err == nil {
		row.Figures["planned host bytes"] = float64(plan.Host)
	}
	return err
}

// proofsEach is the number of proofs that each of several callers makes in a turn. It is enough for
// the solver of one to run while the device is busy with another. gnark's prover has all processors
// busy with one.
func proofsEach(atOnce int) int {
	if atOnce == 1 {
		return 1
	}
	return 3
}

// gnarkSolver times gnark's solver by itself. In a proof the prover commits to part of the witness
// on the way and derives a challenge from it; here a hash of that part stands in for the
// challenge, so that the time is the solver's alone.
func (p *proved) gnarkSolver() (time.Duration, error) {
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
	return measure.Time(func() error {
		_, err := p.circuit.System.Solve(p.circuit.Full, solver.OverrideHint(id, challenge))
		return err
	})()
}
