package protocol

import (
	"fmt"
	"slices"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/witness"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/internal/session"
	"github.com/gnark-accel/gnark-accel/internal/settings"
)

// begin makes half a proof, with the solution that solve finds. It makes a whole one of a witness,
// which may be nil, where gnark is to prove it.
func (s *Scheme[K, P1, P2, E, S]) begin(
	ccs any, pk *K, opts []backend.ProverOption, w witness.Witness,
	solve func(*Solved[K, P1, P2, E, S]) (*system.Solution[E], error),
) (solved *Solved[K, P1, P2, E, S], err error) {
	sys, _ := s.System(ccs)
	if err := sys.Check(); err != nil {
		return nil, err
	}
	if pk == nil {
		return nil, errNoKey()
	}
	config, err := settings.Read(opts...)
	if err != nil {
		return nil, err
	}
	defer func() { err = config.Cause(err) }()
	key := s.Key(pk)
	if err := checkKey(sys, key, sys.Hidden()); err != nil {
		return nil, err
	}
	p := &Solved[K, P1, P2, E, S]{
		over: s, ccs: ccs, pk: pk, witness: w, config: config,
		prover: prover[P1, P2, E, S]{
			ctx: config.Context, system: sys, key: key, release: func() {},
		},
	}
	p.committer = p.newCommitter()
	defer func() {
		if solved == nil {
			p.Close()
		}
	}()
	if err := p.acquire(); err != nil {
		return nil, err
	}
	if p.isGnarks() {
		return p, p.proveByGnark()
	}
	if !config.Unverified && p.verifyingKey() == nil {
		if !p.mayDisclose() {
			return nil, ErrNoVerifyingKey
		}
		if err := p.disclose(); err != nil {
			return nil, err
		}
	}
	if p.place, err = p.attachment.Reserve(config.Streamed); err != nil {
		return nil, err
	}
	p.on(site[P1, P2, E, S]{p.place.At})
	p.replica.engine.CountProof(p.attachment.way.Ours())
	prepared := p.prepare()
	defer prepared()
	if p.solution, err = solve(p); err != nil {
		return nil, config.Withhold(err, ErrUnsatisfied)
	}
	p.public = slices.Clone(p.solution.Wires[1:sys.GetNbPublicVariables()])
	p.reveal(p.solution.Wires)
	if err := prepared(); err != nil {
		return nil, err
	}
	if p.blinding, err = draw[E, S](); err != nil {
		return nil, err
	}
	return p, nil
}

// acquire takes a lease on the key. If the key is not loaded yet, that happens now.
func (s *Solved[K, P1, P2, E, S]) acquire() (err error) {
	acquire := s.over.Acquire
	if s.config.OnCPU {
		acquire = s.over.offline
	} else if session.Compiled && !s.over.Has(s.pk) {
		if err := s.besideLoading(); err != nil {
			return err
		}
	}
	if s.lease, err = acquire(s.pk, nil, nil); err == nil {
		s.attachment = s.lease.Value
	}
	return err
}

// besideLoading begins what a first proof needs and no device has a part in.
func (s *Solved[K, P1, P2, E, S]) besideLoading() error {
	s.system.ReadAhead(s.key.Domain.Len())
	if len(s.config.SolverOpts) == 0 {
		go s.system.Prepare(nil)
	}
	if !s.config.Unverified && s.config.VerifyingKey == nil && s.mayDisclose() {
		return s.disclose()
	}
	return nil
}

// mayDisclose says whether a proof may be verified without the verifying key.
func (s *Solved[K, P1, P2, E, S]) mayDisclose() bool {
	return len(s.key.Commitments) == 0 || s.config.TrustedKey
}

type blinding[E any] struct{ r, s E }

// draw takes r, then s, from the system's source of randomness.
func draw[E any, S algebra.Scalar[E]]() (*blinding[E], error) {
	var b blinding[E]
	for _, scalar := range []*E{&b.r, &b.s} {
		if _, err := S(scalar).SetRandom(); err != nil {
			return nil, fmt.Errorf("randomness of the proof: %w", err)
		}
	}
	return &b, nil
}
