package protocol

import (
	"context"
	"errors"
	exectrace "runtime/trace"
	"slices"
	"sync"
	"time"

	"github.com/gnark-accel/gnark-accel/hooks/internal/keys"
	"github.com/gnark-accel/gnark-accel/hooks/internal/proof"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/system"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/engine/group"
	device "github.com/gnark-accel/gnark-accel/internal/plonk"
)

// prover is the state that the rounds of one proof share. Each round sets fields that later ones
// read.
type prover[P comparable, E any] struct {
	*proof.Task[E]
	ctx          context.Context // of the execution trace too
	system       *system.System[E]
	key          *Key[P, E]
	trace        *trace[P, E]
	public       []E
	paddingValue E // the value of L, R and O where there is no constraint
	accelerator  *attachment[P, E]
	replica      *replica[P, E] // where the proof is made
	committer    *committer[P, E]
	blinding     *blinding[E]
	transcript   *system.Transcript[P, E]
	proof        *Proof[P, E]
	rounds       []proof.Round

	// device has the polynomials as long as it does not fail; the host starts from values then.
	device *device.Proof[E]
	ahead  *engine.Follower[E] // sends wires to the device while they are computed; or nil
	wires  []E                 // by number; nil where values are known instead
	values [3][]E              // of L, R and O on H; see [prover.lro]

	gathering sync.Once // of values from wires

	// The polynomials by their coefficients; nil while only the device has them.
	l, r, o    []E    // blinded
	qk         []E    // complete
	pi         [][]E  // the polynomials committed to by BSB22
	zValues    []E    // of Z on H
	z          []E    // blinded
	shards     [3][]E // of the quotient, not blinded
	divided    []E    // the quotient of Z by X − ωζ
	linearised []E

	openingOfZ commitments[P] // under way

	gamma, beta, alpha, zeta E

	evaluations evaluations[E]

	check *check[P, E] // of the proof; nil where gnark's verifier is alone
}

// evaluations are the values at ζ of the linearised polynomial's parts. zNext is the value of Z at
// ωζ.
type evaluations[E any] struct {
	device.Values[E]
	zNext E
}

type step struct {
	name string
	run  func() error
}

func (p *prover[P, E]) run(steps []step) (err error) {
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
func (p *prover[P, E]) prove() error {
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
func (p *prover[P, E]) beforeRounds() *begun[E] {
	b := &begun[E]{rounds: slices.Clone(p.rounds)}
	if (*group.Set)(p.accelerator.Engine).Several() {
		b.wires, b.values = p.wires, p.values
	}
	return b
}

func (p *prover[P, E]) restart(b *begun[E]) {
	p.wires, p.values, p.rounds = b.wires, b.values, slices.Clone(b.rounds)
	p.gathering = sync.Once{}
	p.transcript = system.NewTranscript[P, E](p.accelerator.G1, p.ChallengeHash)
	*p.proof = Proof[P, E]{Commitments: p.committer.points}
	p.l, p.r, p.o, p.qk, p.pi, p.zValues, p.z = nil, nil, nil, nil, nil, nil, nil
	p.shards, p.divided, p.linearised, p.openingOfZ = [3][]E{}, nil, nil, nil
	p.evaluations, p.check = evaluations[E]{}, nil
}

// region begins a region of the execution trace, which the function that it returns ends.
func (p *prover[P, E]) region(name string) (end func()) {
	return exectrace.StartRegion(p.ctx, name).End
}

func (p *prover[P, E]) scalars() *curve.Field[E] { return p.accelerator.Field }

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
func (p *prover[P, E]) commit(form device.Form, to polynomials[E]) commitments[P] {
	onDevice := p.start(points{form, 0}, to.onDevice)
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
		return p.replica.sums(points{form, 0}, scalars)
	}
}

// start begins MSMs over points of the key with vectors of the proof; wait waits for them. On
// [engine.ErrOnCPU] the device has the vectors no more.
func (p *prover[P, E]) start(over points, v device.Vectors) (wait func() ([]P, error)) {
	return p.replica.start(p.device, over, v)
}

// shifts returns β, βu and βu². u is the shift of the cosets on which the wires' positions are
// numbered.
func (p *prover[P, E]) shifts() (s [3]E) {
	f := p.scalars()
	u := &p.key.Verifying.CosetShift
	s[0] = p.beta
	f.Mul(&s[1], &s[0], u)
	f.Mul(&s[2], &s[1], u)
	return s
}

func (p *prover[P, E]) leaveDevice() {
	if p.device != nil {
		keys.Leave(p.device)
	}
	keys.Leave(p.ahead)
}
