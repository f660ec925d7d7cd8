package protocol

import (
	"cmp"
	"slices"

	"github.com/consensys/gnark/backend"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	"github.com/gnark-accel/gnark-accel/internal/session"
	"github.com/gnark-accel/gnark-accel/internal/settings"
)

// begin makes half a proof, with the solution that solve finds. A key that is not loaded is loaded
// beside the solver.
func (s *Scheme[K, P1, P2, E, S]) begin(
	ccs any, pk *K, opts []backend.ProverOption,
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
		over: s, ccs: ccs, pk: pk, config: config,
		prover: prover[P1, P2, E, S]{
			ctx: config.Context, system: sys, key: key, release: func() {},
			early: session.Compiled && !config.OnCPU && !s.Has(pk),
		},
	}
	if p.equations, err = s.equationsOf(pk); err != nil {
		return nil, err
	}
	p.committer = p.newCommitter()
	defer func() {
		if solved == nil {
			p.Close()
		}
	}()
	if p.early {
		sys.ReadAhead(key.Domain.Len())
	}
	p.load()
	if !p.early {
		if err := p.loaded(); err != nil {
			return nil, err
		}
	}
	if !config.Unverified && config.VerifyingKey == nil && (p.early || p.verifyingKey() == nil) {
		if len(key.Commitments) > 0 && !config.TrustedKey {
			return nil, cmp.Or(p.loaded(), ErrNoVerifyingKey)
		}
		p.disclose()
	}
	solution, err := solve(p)
	if err := p.ready(); err != nil {
		return nil, err
	}
	if err != nil {
		return nil, config.Withhold(err, ErrUnsatisfied)
	}
	p.solution = solution
	p.public = slices.Clone(p.solution.Wires[1:sys.GetNbPublicVariables()])
	p.reveal(p.solution.Wires)
	if p.blinding, err = draw[E, S](); err != nil {
		return nil, err
	}
	return p, nil
}

// load begins to load the key. It reserves a place for the proof, and has the device ready for it.
func (s *Solved[K, P1, P2, E, S]) load() {
	acquire := s.over.Acquire
	if s.config.OnCPU {
		acquire = s.over.offline
	}
	var loading, preparing parallel.Tasks
	loading.Go(func() (err error) {
		if s.lease, err = acquire(s.pk, nil, nil); err != nil {
			return err
		}
		s.attachment = s.lease.Value
		if s.place, err = s.attachment.Reserve(); err != nil {
			return err
		}
		s.on(site[P1, P2, E, S]{s.place.At})
		preparing.Go(s.prepare)
		return nil
	})
	s.loaded = loading.Wait
	s.ready = func() error {
		if err := loading.Wait(); err != nil {
			return err
		}
		return preparing.Wait()
	}
}
