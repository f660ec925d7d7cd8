package protocol

import (
	"slices"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/engine/kzg"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	device "github.com/gnark-accel/gnark-accel/internal/plonk"
	"github.com/gnark-accel/gnark-accel/internal/poly"
)

// open opens the linearised polynomial at ζ, with the polynomials that make it. They have one
// proof. The opening of Z is under way meanwhile, unless copies are slow.
func (p *proving[P, E]) open() error {
	by := p.linearisation()
	var commitment P
	var tasks parallel.Tasks
	tasks.Go(func() error { return p.linearise(by) })
	tasks.Go(func() (err error) {
		commitment, err = p.commitToLinearised(by)
		return err
	})
	if err := tasks.Wait(); err != nil {
		return err
	}
	e := &p.evaluations
	values := append([]E{p.valueOfLinearised(), e.L, e.R, e.O, e.S1, e.S2}, e.Qcp...)
	factor, err := p.foldingChallenge(commitment, values)
	if err != nil {
		return err
	}
	p.proof.Values = values
	var last parallel.Tasks
	last.Go(func() error { return p.commitOpenings(by, factor) })
	if p.checked() {
		last.Go(func() error {
			p.check = p.checkAllButOpenings(by, factor)
			return nil
		})
	}
	return last.Wait()
}

// commitOpenings sets the two opening proofs.
func (p *proving[P, E]) commitOpenings(by *device.Linearisation[E], factor E) error {
	if err := p.divideFolded(factor); err != nil {
		return err
	}
	if p.openingOfZ == nil {
		p.openingOfZ = p.commit(device.Canonical, p.dividedZ())
	}
	opening, err := p.commit(device.Canonical, p.folded(by, factor))()
	if err != nil {
		return err
	}
	p.proof.BatchedH = opening[0]
	openingOfZ, err := p.openingOfZ()
	if err != nil {
		return err
	}
	p.proof.ZShiftedH = openingOfZ[0]
	return nil
}

// foldingChallenge returns the challenge that combines the polynomials which are opened at ζ. It
// binds their values, the commitments to them, and the value of Z at ωζ.
func (p *proving[P, E]) foldingChallenge(linearised P, values []E) (E, error) {
	f := p.scalars()
	points := append([]P{linearised}, p.opened()...)
	digests := make([][]byte, len(points))
	for i := range points {
		digests[i] = p.attachment.G1.Marshal(&points[i])
	}
	extra := [][]byte{f.Marshal(&p.proof.ZShifted)}
	batch := kzg.Batch[E]{
		Scalars: f, Hash: p.KZGFoldingHash, Digests: digests, Data: extra,
	}
	return batch.Challenge(p.zeta, values)
}

// opened are the commitments to the polynomials opened at ζ, without the linearised one.
func (p *proving[P, E]) opened() []P {
	return slices.Concat(p.proof.LRO[:], p.key.Verifying.S[:2], p.key.Verifying.Qcp)
}

// divideFolded divides all polynomials that are opened at ζ by X − ζ. They are combined by powers
// of a factor.
func (p *proving[P, E]) divideFolded(factor E) error {
	defer p.region("fold")()
	return engine.Optional(p.device.DivideFolded(factor, p.zeta))
}

// folded is the quotient of this division.
func (p *proving[P, E]) folded(by *device.Linearisation[E], factor E) polynomials[E] {
	f := p.scalars()
	return polynomials[E]{device.DividedFolded(), func() ([][]E, error) {
		linearised, err := p.lineariseOnHost(by)
		if err != nil {
			return nil, err
		}
		folded := poly.Fold(f, append([][]E{linearised}, p.evaluated()...), factor)
		quotient, _ := poly.Divide(f, folded, p.zeta)
		return [][]E{quotient}, nil
	}}
}

// linearise computes the linearised polynomial. It is the numerator minus (ζⁿ − 1) times the
// quotient, with values at ζ in place of all polynomials but one in each product.
//
//	l·Ql + r·Qr + lr·Qm + o·Qo + Qk + Σ qcpⱼ·Piⱼ
//	+ α·β·Z(ωζ)·(l + β·s1 + γ)(r + β·s2 + γ)·S3
//	− α·(l + βζ + γ)(r + βuζ + γ)(o + βu²ζ + γ)·Z
//	+ α²·L₁(ζ)·Z − (ζⁿ − 1)·(h₁ + ζⁿ⁺²·h₂ + ζ²⁽ⁿ⁺²⁾·h₃)
//
// Qk is that of the circuit: the verifier knows the proof's share, and adds it to the value.
func (p *proving[P, E]) linearise(by *device.Linearisation[E]) error {
	defer p.region("linearise")()
	return engine.Optional(p.device.Linearise(by))
}

// commitToLinearised returns the commitment to the linearised polynomial. It is the same
// combination of the commitments to the polynomials that it is made of, all of which are known: a
// dozen points instead of an MSM over n.
func (p *proving[P, E]) commitToLinearised(by *device.Linearisation[E]) (sum P, err error) {
	defer p.region("commit")()
	points, factors := p.partsOfLinearised(by)
	_, err = p.attachment.G1.MultiExp(&sum, points, factors, ecc.MultiExpConfig{})
	return sum, err
}

// partsOfLinearised returns the commitments that make that to the linearised polynomial, and their
// factors.
func (p *proving[P, E]) partsOfLinearised(
	by *device.Linearisation[E],
) (points []P, factors []E) {
	vk := p.key.Verifying
	points = []P{vk.Ql, vk.Qr, vk.Qm, vk.Qo, vk.Qk, vk.S[2], p.proof.Z}
	points = append(points, p.proof.Commitments...)
	return append(points, p.proof.H[:]...), by.Factors(p.scalars(), len(p.trace.Points))
}

func (p *proving[P, E]) linearisation() *device.Linearisation[E] {
	f := p.scalars()
	e := &p.evaluations
	by := &device.Linearisation[E]{
		Ql: e.L, Qr: e.R, Qo: e.O, Qcp: e.Qcp,
		S3: p.factorOfS3(), Z: p.factorOfZ(), Point: p.zeta,
	}
	f.Mul(&by.Qm, &e.L, &e.R)
	vanishing := p.vanishing()
	f.Neg(&by.Quotient, &vanishing)
	if p.StatisticalZK {
		by.Blinding = &p.blinding.shards
	}
	return by
}

// lineariseOnHost returns the linearised polynomial, computed once.
func (p *proving[P, E]) lineariseOnHost(by *device.Linearisation[E]) ([]E, error) {
	f := p.scalars()
	if p.linearised != nil {
		return p.linearised, nil
	}
	if err := p.quotientOnHost(); err != nil {
		return nil, err
	}
	if err := p.onHost(); err != nil {
		return nil, err
	}
	sum := make([]E, len(p.z))
	copy(sum, p.trace.Qk)
	poly.AddScaled(f, sum, p.trace.Ql, by.Ql)
	poly.AddScaled(f, sum, p.trace.Qr, by.Qr)
	poly.AddScaled(f, sum, p.trace.Qm, by.Qm)
	poly.AddScaled(f, sum, p.trace.Qo, by.Qo)
	for i := range p.pi {
		poly.AddScaled(f, sum, p.pi[i], by.Qcp[i])
	}
	poly.AddScaled(f, sum, p.trace.S[2], by.S3)
	poly.AddScaled(f, sum, p.z, by.Z)

	factors := device.FactorsOfShards(f, by, len(p.trace.Points))
	for i, shard := range p.shards {
		poly.AddScaled(f, sum, shard, factors[i])
	}
	if by.Blinding != nil { // see blindShards
		low, high := device.BlindingOfShards(f, by.Blinding, factors)
		m := len(p.trace.Points) + 2
		f.Add(&sum[0], &sum[0], &low)
		f.Add(&sum[m], &sum[m], &high)
	}
	p.linearised = sum
	return sum, nil
}

// factorOfS3 returns α·β·Z(ωζ)·(l + β·s1 + γ)(r + β·s2 + γ).
func (p *proving[P, E]) factorOfS3() (factor E) {
	factor = p.permuted()
	p.scalars().Mul(&factor, &factor, &p.beta)
	return factor
}

// permuted returns α·Z(ωζ)·(l + β·s1 + γ)(r + β·s2 + γ).
func (p *proving[P, E]) permuted() (factor E) {
	f := p.scalars()
	e := &p.evaluations
	f.Mul(&factor, &p.alpha, &p.proof.ZShifted)
	for _, wire := range [2]struct{ value, target *E }{{&e.L, &e.S1}, {&e.R, &e.S2}} {
		var term E
		f.Mul(&term, &p.beta, wire.target)
		f.Add(&term, &term, wire.value)
		f.Add(&term, &term, &p.gamma)
		f.Mul(&factor, &factor, &term)
	}
	return factor
}

// factorOfZ returns the factor of Z in the linearised polynomial. It is α²·L₁(ζ) − α·(l + βζ + γ)(r
// + βuζ + γ)(o + βu²ζ + γ).
func (p *proving[P, E]) factorOfZ() (factor E) {
	f := p.scalars()
	e := &p.evaluations
	product, shifts := p.alpha, p.shifts()
	for i, wire := range [3]*E{&e.L, &e.R, &e.O} {
		var term E
		f.Mul(&term, &shifts[i], &p.zeta)
		f.Add(&term, &term, wire)
		f.Add(&term, &term, &p.gamma)
		f.Mul(&product, &product, &term)
	}
	factor = p.atOne()
	f.Sub(&factor, &factor, &product)
	return factor
}

// atOne returns α²·L₁(ζ), with L₁(ζ) = (ζⁿ − 1) / (n·(ζ − 1)).
func (p *proving[P, E]) atOne() (value E) {
	f := p.scalars()
	one := f.One
	var inverse E
	f.Sub(&inverse, &p.zeta, &one)
	f.Inverse(&inverse, &inverse)
	value = p.vanishing()
	f.Mul(&value, &value, &inverse)
	f.Mul(&value, &value, &p.trace.bare.CardinalityInverse)
	f.Mul(&value, &value, &p.alpha)
	f.Mul(&value, &value, &p.alpha)
	return value
}

// vanishing returns ζⁿ − 1.
func (p *proving[P, E]) vanishing() E { return p.trace.bare.Vanishing(p.zeta) }
