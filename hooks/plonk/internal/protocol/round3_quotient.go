package protocol

import (
	"errors"
	"sync"

	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/relation"
	"github.com/gnark-accel/gnark-accel/internal/field"
	device "github.com/gnark-accel/gnark-accel/internal/plonk"
	"github.com/gnark-accel/gnark-accel/internal/poly"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// commitQuotient commits to the shards of the quotient and derives zeta.
func (p *prover[P, E, S]) commitQuotient() error {
	if err := p.quotient(); err != nil {
		return err
	}
	sums, err := p.commit(p.key.Canonical, p.quotientShards())()
	if err != nil {
		return err
	}
	copy(p.proof.H[:], sums)
	if p.config.StatisticalZK {
		p.blindShards(&p.proof.H)
	}
	p.zeta = p.transcript.Zeta(p.proof.H)
	return nil
}

// quotient computes the numerator divided by Xⁿ − 1.
func (p *prover[P, E, S]) quotient() error {
	defer p.region("numerator")()
	if err := p.device.Quotient(p.alpha, p.beta, p.gamma); !errors.Is(err, session.ErrOnCPU) {
		return err
	}
	return p.quotientOnHost()
}

// quotientShards are those of the quotient.
func (p *prover[P, E, S]) quotientShards() polynomials[E] {
	return polynomials[E]{device.Shards(), func() ([][]E, error) {
		err := p.quotientOnHost()
		return p.shards[:], err
	}}
}

// quotientOnHost sets the shards, unless they are there.
func (p *prover[P, E, S]) quotientOnHost() error {
	if p.shards[0] != nil {
		return nil
	}
	if err := p.onHost(); err != nil {
		return err
	}
	in := &relation.Numerator[E, S]{
		Field: p.accelerator.Field, Circuit: &p.trace.Circuit,
		Cosets: device.Cosets(len(p.trace.Points)),
		L:      p.l, R: p.r, O: p.o, Z: p.z, Qk: p.qk, Pi: p.pi,
		Alpha: p.alpha, Beta: p.beta, Gamma: p.gamma,
	}
	values, err := in.Evaluate()
	if err != nil {
		return err
	}
	quotient, err := divide[E, S](in.Field, in.Domain, values, in.Cosets)
	if err != nil {
		return err
	}
	p.split(quotient)
	return nil
}

// divide turns the values of the numerator, which are consumed, into the coefficients of the
// quotient.
//
// On the coset s·H the polynomial Xⁿ − 1 is the constant sⁿ − 1. Interpolating there gives the
// quotient modulo Xⁿ − sⁿ, and [poly.Separation] puts the quotient together.
func divide[E any, S algebra.Scalar[E]](
	f *algebra.Field[E], domain *algebra.Domain[E], values []E, cosets int,
) ([]E, error) {
	n := domain.Len()
	step, err := f.RootOfUnity(uint64(len(values)))
	if err != nil {
		return nil, err
	}
	var tasks sync.WaitGroup
	blocks := make([][]E, cosets)
	shift := domain.Shift
	for i := range blocks {
		blocks[i] = relation.BlockOf(values, i, cosets)
		s := shift
		tasks.Go(func() { interpolateOnCoset[E, S](f, domain, blocks[i], s) })
		S(&shift).Mul(&shift, &step)
	}
	tasks.Wait()
	factors := poly.Separation[E, S](&domain.Domain, step, cosets)
	quotient := make([]E, len(values))
	algebra.InBlocks(n, 1, func(from, to int, scratch [][]E) {
		term := scratch[0]
		for k := range blocks {
			part := quotient[k*n+from : k*n+to]
			for i := range blocks {
				f.Vectors.ScalarMul(term, blocks[i][from:to], &factors[k][i])
				f.Vectors.Add(part, part, term)
			}
		}
	})
	return quotient, nil
}

// interpolateOnCoset replaces bit-reversed values of the numerator on s·H by the coefficients of
// the quotient modulo Xⁿ − sⁿ.
func interpolateOnCoset[E any, S algebra.Scalar[E]](
	f *algebra.Field[E], domain *algebra.Domain[E], block []E, s E,
) {
	domain.FFTInverse(block, algebra.Transform{Decimation: algebra.DIT})
	vanishing, one := field.Power[E, S](s, uint64(len(block))), field.One[E, S]()
	S(&vanishing).Sub(&vanishing, &one)
	S(&vanishing).Inverse(&vanishing)
	S(&s).Inverse(&s)
	poly.ScaleByPowers[E, S](block, block, s)
	f.Vectors.ScalarMul(block, block, &vanishing)
}

// split cuts the quotient into shards h₁ + Xᵐ·h₂ + X²ᵐ·h₃ of m = n + 2 coefficients.
func (p *prover[P, E, S]) split(quotient []E) {
	m := len(p.trace.Points) + 2
	for i := range p.shards {
		p.shards[i] = quotient[i*m : (i+1)*m : (i+1)*m]
	}
}

// blindShards does to the commitments of the shards what statistical zero-knowledge does to these.
// Random multiples of Xᵐ move between neighbours, h₁ + b₀·Xᵐ, h₂ − b₀ + b₁·Xᵐ, h₃ − b₁, so that
// each by itself is uniformly distributed.
func (p *prover[P, E, S]) blindShards(shards *[3]P) {
	g := p.accelerator.G1
	one, power := &p.key.Canonical[0], &p.key.Canonical[len(p.trace.Points)+2]
	for i := range p.blinding.shards {
		b := &p.blinding.shards[i]
		high, low := algebra.Times[P, E, S](g, power, b), algebra.Times[P, E, S](g, one, b)
		g.Add(&shards[i], &shards[i], &high)
		g.Sub(&shards[i+1], &shards[i+1], &low)
	}
}
