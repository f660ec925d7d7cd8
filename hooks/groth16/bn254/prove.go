package bn254

import (
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/consensys/gnark/backend"
	groth16 "github.com/consensys/gnark/backend/groth16/bn254"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	cs "github.com/consensys/gnark/constraint/bn254"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/protocol"
)

// Prove proves that the witness satisfies the constraint system, as gnark's prover does: for the same randomness the
// proof is the same, byte for byte. A key that is not attached is attached to the default engine first.
//
// It may be called concurrently with one key. It may be called concurrently with one constraint system wherever gnark's
// own Prove may, that is unless the system keeps state between the steps of its solver, as those with GKR do.
//
// The errors of the solver, of the witness and of the options are gnark's. Input that gnark's prover would panic on
// wraps one of the errors of package hooks/groth16, or gnark's ErrInvalidWitness.
func Prove(r1cs *cs.R1CS, pk *groth16.ProvingKey, fullWitness witness.Witness, opts ...backend.ProverOption) (*groth16.Proof, error) {
	if err := checkTypes(r1cs, pk, fullWitness); err != nil {
		return nil, err
	}
	config, err := backend.NewProverConfig(opts...)
	if err != nil {
		return nil, fmt.Errorf("prover options: %w", err)
	}
	commitments := r1cs.CommitmentInfo.(constraint.Groth16Commitments)
	hidden := protocol.Hidden(commitments)
	if err := checkKey(r1cs, pk, hidden); err != nil {
		return nil, err
	}
	lease, err := acquire(pk, nil)
	if err != nil {
		return nil, err
	}
	log := logger.Logger()
	defer func() {
		if err := lease.Release(); err != nil {
			log.Warn().Err(err).Msg("freeing a proving key's device memory")
		}
	}()
	// The key must not be collected, and with it the lease's value dropped from the table, while its proof is made.
	defer runtime.KeepAlive(pk)

	p := &prover{
		r1cs:        r1cs,
		pk:          pk,
		hidden:      hidden,
		accelerator: lease.Value.Accelerator,
		committer:   newCommitter(commitments, pk.CommitmentKeys, lease.Value.Accelerator, config.HashToFieldFn),
	}
	solution, err := p.solve(fullWitness, config.SolverOpts)
	if err != nil {
		return nil, err
	}
	start := time.Now()
	proof, err := p.prove(solution)
	if err != nil {
		return nil, err
	}
	log.Debug().
		Str("curve", r1cs.CurveID().String()).
		Str("acceleration", p.acceleration()).
		Int("nbConstraints", r1cs.GetNbConstraints()).
		Str("backend", backend.GROTH16.String()).
		Dur("took", time.Since(start)).
		Msg("prover done")
	return proof, nil
}

// prover is what the steps of one proof share.
type prover struct {
	r1cs        *cs.R1CS
	pk          *groth16.ProvingKey
	hidden      []int // see [protocol.Hidden]
	accelerator *Accelerator
	committer   *committer
}

// solve runs gnark's solver, with the commitments computed on the way.
func (p *prover) solve(fullWitness witness.Witness, opts []solver.Option) (*cs.R1CSSolution, error) {
	opts = append(slices.Clone(opts), p.committer.option())
	solution, err := p.r1cs.Solve(fullWitness, opts...)
	if err != nil {
		return nil, err
	}
	return solution.(*cs.R1CSSolution), nil
}

// prove makes the proof of a solution, which it consumes.
func (p *prover) prove(solution *cs.R1CSSolution) (*groth16.Proof, error) {
	blinding, err := draw()
	if err != nil {
		return nil, err
	}
	sums, err := p.sums(solution)
	if err != nil {
		return nil, err
	}
	proof := &groth16.Proof{Commitments: p.committer.points}
	if proof.CommitmentPok, err = p.committer.fold(sums.knowledge, solution.W); err != nil {
		return nil, err
	}
	assemble(proof, p.pk, sums, blinding)
	return proof, nil
}

// acceleration says, in the words of gnark's log, what the proof ran on.
func (p *prover) acceleration() string {
	if p.accelerator.OnDevice() {
		return "cuda"
	}
	return "none"
}
