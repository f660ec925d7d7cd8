package protocol

import (
	"errors"

	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/system"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	device "github.com/gnark-accel/gnark-accel/internal/plonk"
	"github.com/gnark-accel/gnark-accel/internal/poly"
)

// commitQuotient commits to the shards of the quotient and derives zeta.
func (p *proving[P, E]) commitQuotient() error {
	if err := p.quotient(); err != nil {
		return err
	}
	sums, err := p.commit(device.Canonical, p.quotientShards())()
	if err != nil {
		return err
	}
	copy(p.proof.H[:], sums)
	if p.StatisticalZK {
		p.blindShards(&p.proof.H)
	}
	p.zeta = p.transcript.Zeta(p.proof.H)
	return nil
}

func (p *proving[P, E]) quotient() error {
	defer p.region("numerator")()
	if err := p.device.Quotient(p.alpha, p.beta, p.gamma); !errors.Is(err, engine.ErrOnCPU) {
		return err
	}
	return p.quotientOnHost()
}

func (p *proving[P, E]) quotientShards() polynomials[E] {
	return polynomials[E]{device.Shards(), func() ([][]E, error) {
		err := p.quotientOnHost()
		return p.shards[:], err
	}}
}

// quotientOnHost sets the shards, unless they are there.
func (p *proving[P, E]) quotientOnHost() error {
	if p.shards[0] != nil {
		return nil
	}
	if err := p.onHost(); err != nil {
		return err
	}
	in := &system.Numerator[E]{
		Field: p.attachment.Field, Circuit: &p.trace.Circuit,
		L: p.l, R: p.r, O: p.o, Z: p.z, Qk: p.qk, Pi: p.pi,
		Alpha: p.alpha, Beta: p.beta, Gamma: p.gamma,
	}
	quotient, err := divide(in)
	if err != nil {
		return err
	}
	p.split(quotient)
	return nil
}

// divide returns the 3(n + 2) coefficients of the numerator divided by Xⁿ − 1.
//
// On the coset s·H the polynomial Xⁿ − 1 is the constant sⁿ − 1. Interpolating there gives the
// quotient modulo Xⁿ − sⁿ. [poly.Separation] puts together the remainders of three cosets, and
// [device.Leading] has the coefficients beyond. The domain has two elements or more.
func divide[E any](in *system.Numerator[E]) ([]E, error) {
	n := in.Domain.Len()
	blocks, err := in.Evaluate()
	if err != nil {
		return nil, err
	}
	powers, err := interpolateOnCosets(in, blocks)
	if err != nil {
		return nil, err
	}
	quotient := make([]E, 3*(n+2))
	factors := poly.Separation(in.Field, powers)
	poly.InBlocks(n, 1, func(from, to int, scratch [][]E) {
		term := scratch[0]
		for k := range blocks {
			part := quotient[k*n+from : k*n+to]
			for i := range blocks {
				in.Field.Vectors.ScalarMul(term, blocks[i][from:to], &factors[k][i])
				in.Field.Vectors.Add(part, part, term)
			}
		}
	})
	setHighest(in, quotient, powers)
	return quotient, nil
}

// setHighest sets the high-degree coefficients of a quotient. It subtracts their remainder modulo Π
// (Xⁿ − power) from the others.
func setHighest[E any](in *system.Numerator[E], quotient, powers []E) {
	n, f := in.Domain.Len(), in.Field
	whole := func(p []E) device.Part[E] { return device.Part[E]{Coefficients: p} }
	ends := device.Leading(&device.Top[E]{
		Wires:       [3]device.Part[E]{whole(in.L), whole(in.R), whole(in.O)},
		Permutation: [3]device.Part[E]{whole(in.S[0]), whole(in.S[1]), whole(in.S[2])},
		Z:           whole(in.Z),
	}, in.Domain, in.Alpha, in.Beta, in.Gamma)
	copy(quotient[len(powers)*n:], ends)
	for k := len(powers); k*n < len(quotient); k++ {
		block := quotient[k*n : min((k+1)*n, len(quotient))]
		for i, factor := range poly.Remainder(f, powers, k) {
			f.Neg(&factor, &factor)
			poly.AddScaled(f, quotient[i*n:], block, factor)
		}
	}
}

// interpolateOnCosets interpolates on each coset, and returns the values of Xⁿ there.
func interpolateOnCosets[E any](in *system.Numerator[E], blocks [][]E) ([]E, error) {
	f, n := in.Field, in.Domain.Len()
	step, err := f.RootOfUnity(uint64(n * device.Blocks(n)))
	if err != nil {
		return nil, err
	}
	var tasks parallel.WaitGroup
	shift, powers := in.Domain.Shift, make([]E, len(blocks))
	for i := range blocks {
		s := shift
		powers[i] = f.Power(s, in.Domain.Cardinality)
		tasks.Go(func() { interpolateOnCoset(in.Domain, blocks[i], s) })
		f.Mul(&shift, &shift, &step)
	}
	tasks.Wait()
	return powers, nil
}

// interpolateOnCoset replaces values of the numerator on s·H by the quotient modulo Xⁿ − sⁿ. The
// values are in bit-reversed order, the quotient is in coefficients.
func interpolateOnCoset[E any](domain *curve.Domain[E], block []E, s E) {
	domain.FFTInverse(block, curve.Transform{Decimation: curve.DIT})
	f, vanishing := domain.Field, domain.Vanishing(s)
	f.Inverse(&vanishing, &vanishing)
	f.Inverse(&s, &s)
	poly.ScaleByPowers(f, block, block, s)
	f.Vectors.ScalarMul(block, block, &vanishing)
}

// split cuts the quotient into shards hᵢ of m = n + 2 coefficients. The quotient is h₁ + Xᵐ·h₂ +
// X²ᵐ·h₃.
func (p *proving[P, E]) split(quotient []E) {
	m := len(p.trace.Points) + 2
	for i := range p.shards {
		p.shards[i] = quotient[i*m : (i+1)*m : (i+1)*m]
	}
}

// blindShards blinds the commitments of the shards for statistical zero-knowledge. Random multiples
// of Xᵐ move between neighbours, h₁ + b₀·Xᵐ, h₂ − b₀ + b₁·Xᵐ, h₃ − b₁, so that each by itself is
// uniformly distributed.
func (p *proving[P, E]) blindShards(shards *[3]P) {
	g := p.attachment.G1
	one, power := &p.key.Canonical[0], &p.key.Canonical[len(p.trace.Points)+2]
	for i := range p.blinding.shards {
		b := &p.blinding.shards[i]
		high, low := g.Times(power, b), g.Times(one, b)
		g.Add(&shards[i], &shards[i], &high)
		g.Sub(&shards[i+1], &shards[i+1], &low)
	}
}
