package protocol

import (
	"fmt"
	"slices"

	"github.com/consensys/gnark/backend"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/settings"
)

// begin makes half a proof, of a witness or of a solution.
func (s *Scheme[P1, P2, E]) begin(
	ccs, pk any, of origin[E], opts []backend.ProverOption,
) (*Solved[P1, P2, E], error) {
	p, err := s.checked(ccs, pk, of, opts)
	if err != nil {
		return nil, err
	}
	begun := false
	defer func() {
		if !begun { // a hint may have panicked
			p.Close()
		}
	}()
	if err := p.begin(); err != nil {
		return nil, p.config.Cause(err)
	}
	begun = true
	return p, nil
}

// checked checks the inputs of a proof, and returns the proof before it begins.
func (s *Scheme[P1, P2, E]) checked(
	ccs, pk any, of origin[E], opts []backend.ProverOption,
) (*Solved[P1, P2, E], error) {
	sys, _ := s.System(ccs)
	if err := sys.Check(); err != nil {
		return nil, err
	}
	key := s.Key(pk)
	if key == nil {
		return nil, errNoKey()
	}
	config, err := settings.Read(opts...)
	if err != nil {
		return nil, err
	}
	if err := checkKey(sys, key, sys.Hidden()); err != nil {
		return nil, config.Cause(err)
	}
	p := &Solved[P1, P2, E]{
		over: s, ccs: ccs, pk: pk, origin: of, config: config, arrived: engine.Arrive(),
		prover: prover[P1, P2, E]{
			ctx: config.Context, system: sys, key: key, release: func() {},
		},
	}
	p.committer = p.newCommitter()
	return p, nil
}

// begin takes the key and a place for the proof, and finds the proof's solution. Where gnark is to
// make the proof nothing more is needed.
func (s *Solved[P1, P2, E]) begin() (err error) {
	if err := s.acquire(); err != nil {
		return err
	}
	if s.isGnarks() {
		return s.proveByGnark()
	}
	if s.keyless() {
		if err := s.disclose(); err != nil {
			return err
		}
	}
	if s.place, err = s.attachment.Reserve(s.config.Streamed); err != nil {
		return err
	}
	s.on(site[P1, P2, E]{s.place.At})
	if s.knownSoon() {
		if err := s.leaveToGnark(); err != nil || s.gnarks != nil {
			return err
		}
	}
	s.replica.engine.CountProof(s.attachment.way.Ours())
	return s.solved()
}

// solved finds the solution, and draws the randomness of the proof.
func (s *Solved[P1, P2, E]) solved() (err error) {
	prepared := s.prepare()
	defer prepared()
	if s.solution, err = s.find(); err != nil {
		return s.config.Withhold(err)
	}
	if err := s.leaveToGnark(); err != nil || s.gnarks != nil {
		return err
	}
	s.public = slices.Clone(s.solution.Wires[1:s.system.GetNbPublicVariables()])
	s.reveal(s.solution.Wires)
	s.know()
	if err := prepared(); err != nil {
		return err
	}
	s.blinding, err = draw(s.key.Domain.Field)
	return err
}

// acquire takes a lease on the key. If the key is not loaded yet, that happens now.
func (s *Solved[P1, P2, E]) acquire() (err error) {
	acquire := s.over.acquire
	if s.config.OnCPU {
		acquire = s.over.offline
	} else if engine.Compiled && !s.over.has(s.pk) {
		if err := s.besideLoading(); err != nil {
			return err
		}
	}
	if s.lease, err = acquire(s.pk, nil, nil); err == nil {
		s.attachment = s.lease.Value
	}
	return err
}

// besideLoading begins the work of a first proof that no device has a part in.
func (s *Solved[P1, P2, E]) besideLoading() error {
	s.system.ReadAhead(s.key.Domain.Len())
	if len(s.config.SolverOpts) == 0 {
		go s.system.Prepare(nil)
	}
	if !s.config.Unverified && s.config.VerifyingKey == nil {
		return s.disclose()
	}
	return nil
}

type blinding[E any] struct{ r, s E }

// draw takes r, then s, from the system's source of randomness.
func draw[E any](f *curve.Field[E]) (*blinding[E], error) {
	var b blinding[E]
	for _, scalar := range []*E{&b.r, &b.s} {
		if _, err := f.SetRandom(scalar); err != nil {
			return nil, fmt.Errorf("randomness of the proof: %w", err)
		}
	}
	return &b, nil
}
