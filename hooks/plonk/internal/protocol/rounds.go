package protocol

import (
	"errors"
	exectrace "runtime/trace"
	"slices"
	"time"

	"github.com/gnark-accel/gnark-accel/hooks/internal/proof"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/system"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/engine/group"
	device "github.com/gnark-accel/gnark-accel/internal/plonk"
)

type step struct {
	name string
	run  func() error
}

func (p *proving[P, E]) run(steps []step) (err error) {
	for _, s := range steps {
		if err := p.ctx.Err(); err != nil {
			return err
		}
		start := time.Now()
		exectrace.WithRegion(p.ctx, s.name, func() { err = s.run() })
		if err == nil {
			err = p.transcript.Err()
		}
		if err != nil {
			return err
		}
		p.rounds = append(p.rounds, proof.Round{Name: s.name, Took: time.Since(start)})
	}
	return nil
}

// prove runs the rounds of the protocol, one after the other. Each needs a challenge that binds the
// results of the one before.
func (p *proving[P, E]) prove() error {
	return p.run([]step{
		{"wires", p.commitWires},
		{"permutation", p.commitPermutation},
		{"quotient", p.commitQuotient},
		{"evaluations", p.evaluate},
		{"openings", p.open},
	})
}

// begun is a proof before its first round.
type begun[E any] struct {
	wires  []E
	values [3][]E
	rounds []proof.Round
}

// beforeRounds returns the proof as it is now. Its wires are kept alive only if they may serve
// again.
func (p *proving[P, E]) beforeRounds() *begun[E] {
	b := &begun[E]{rounds: slices.Clone(p.rounds)}
	if (*group.Set)(p.attachment.Engine).Several() {
		b.wires, b.values = p.wires, p.values
	}
	return b
}

func (p *proving[P, E]) restart(b *begun[E]) {
	p.wires, p.values, p.rounds = b.wires, b.values, slices.Clone(b.rounds)
	p.attempt = attempt[P, E]{}
	p.transcript = system.NewTranscript[P, E](p.attachment.G1, p.ChallengeHash)
	*p.proof = Proof[P, E]{Commitments: p.committer.points}
}

// region begins a region of the execution trace, which the function that it returns ends.
func (p *proving[P, E]) region(name string) (end func()) {
	return exectrace.StartRegion(p.ctx, name).End
}

func (p *proving[P, E]) scalars() *curve.Field[E] { return p.attachment.Field }

// polynomials are committed to together. The device has them under a name, or else the host
// computes them.
type polynomials[E any] struct {
	onDevice device.Vectors
	onHost   func() ([][]E, error)
}

// commitments are under way until they are asked for.
type commitments[P any] func() ([]P, error)

// commit begins the commitments to polynomials, MSMs over the first points of a form. The device
// computes them beside its work meanwhile.
func (p *proving[P, E]) commit(form device.Form, to polynomials[E]) commitments[P] {
	onDevice := p.replica.start(p.device, suffix{form, 0}, to.onDevice)
	return func() ([]P, error) {
		defer p.region("commit")()
		sums, err := onDevice()
		if !errors.Is(err, engine.ErrOnCPU) {
			return sums, err
		}
		if err := p.ctx.Err(); err != nil {
			return nil, err
		}
		scalars, err := to.onHost()
		if err != nil {
			return nil, err
		}
		return p.replica.sums(suffix{form, 0}, scalars)
	}
}

// shifts returns β, βu and βu². u is the shift of the cosets on which the wires' positions are
// numbered.
func (p *proving[P, E]) shifts() (s [3]E) {
	f := p.scalars()
	u := &p.key.Verifying.CosetShift
	s[0] = p.beta
	f.Mul(&s[1], &s[0], u)
	f.Mul(&s[2], &s[1], u)
	return s
}
