package protocol

import (
	"errors"
	"slices"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
	device "github.com/gnark-accel/gnark-accel/internal/plonk"
	"github.com/gnark-accel/gnark-accel/internal/poly"
)

// errUnequal: the proof is wrong.
var errUnequal = errors.New("the verifier's equations do not hold")

// check is the verifier's check of a proof, by the challenges that its prover derived. All of it
// but the opening proofs is done beside the last round.
//
// gnark's verifier has the same two equations. One is between values: see [proving.relation]. The
// other one is between commitments:
//
//	e(Σ vⁱ·([Dᵢ] − cᵢ·[1]) + λ·([Z] − z·[1]) + ζ·[W] + λωζ·[W′], g₂) = e([W] + λ·[W′], [τ])
//
// W proves the values cᵢ of polynomials Dᵢ at ζ, folded by v, and W′ the value z of Z at ωζ. D₀ is
// the linearised polynomial, whose commitment is a sum of others. λ is random.
type check[P, E any] struct {
	known  P // the MSM on the left-hand side, but for W and W′
	lambda E
	err    error
}

// checked says whether our check is to be made.
func (p *proving[P, E]) checked() bool {
	return !p.Unverified && p.attachment.agreement.Open()
}

// checkAllButOpenings begins the check. v is the challenge that folds values.
func (p *proving[P, E]) checkAllButOpenings(
	by *device.Linearisation[E], v E,
) *check[P, E] {
	c, g1 := &check[P, E]{lambda: poly.RandomFactors(p.scalars(), 1)[0]}, p.attachment.G1
	var tasks parallel.Tasks
	tasks.Go(func() error {
		points, factors := p.terms(by, v, c.lambda)
		_, err := g1.MultiExp(&c.known, points, factors, ecc.MultiExpConfig{})
		return err
	})
	tasks.Go(func() error {
		points := slices.Concat(p.proof.LRO[:], p.proof.H[:], p.proof.Commitments)
		return curve.OfGroup(g1, append(pointers(points), &p.proof.Z)...)
	})
	tasks.Go(p.relation)
	c.err = tasks.Wait()
	return c
}

// terms are the points and factors of the MSM that needs neither W nor W′.
func (p *proving[P, E]) terms(
	by *device.Linearisation[E], v, lambda E,
) (points []P, factors []E) {
	f := p.scalars()
	points, factors = p.partsOfLinearised(by)
	power := f.One
	powers := []E{power}
	for _, point := range p.opened() {
		f.Mul(&power, &power, &v)
		points, powers = append(points, point), append(powers, power)
	}
	factors = append(factors, powers[1:]...)

	value := p.proof.ZShifted
	f.Mul(&value, &value, &lambda)
	for i := range powers {
		var term E
		f.Add(&value, &value, f.Mul(&term, &powers[i], &p.proof.Values[i]))
	}
	f.Neg(&value, &value)
	return append(points, p.proof.Z, p.key.Verifying.G1), append(factors, lambda, value)
}

// relation returns errUnequal unless the linearised polynomial's value in the proof is right.
func (p *proving[P, E]) relation() error {
	if value := p.valueOfLinearised(); !p.scalars().Equal(&value, &p.proof.Values[0]) {
		return errUnequal
	}
	return nil
}

// valueOfLinearised returns the linearised polynomial's value at ζ, as the verifier computes it.
// The polynomial has this value if the numerator is divisible:
//
//	α²·L₁(ζ) − α·Z(ωζ)·(l + β·s1 + γ)(r + β·s2 + γ)(o + γ) − PI(ζ)
func (p *proving[P, E]) valueOfLinearised() (value E) {
	f := p.scalars()
	product, ofO, inputs := p.permuted(), p.evaluations.O, p.inputs()
	f.Add(&ofO, &ofO, &p.gamma)
	f.Mul(&product, &product, &ofO)
	value = p.atOne()
	f.Sub(&value, &value, &product)
	f.Sub(&value, &value, &inputs)
	return value
}

// inputs returns PI(ζ), by the public inputs and the hashes of commitments at their rows:
//
//	Σ xᵢ·Lᵢ(ζ),  Lᵢ(ζ) = ωⁱ·(ζⁿ − 1) / (n·(ζ − ωⁱ))
func (p *proving[P, E]) inputs() (sum E) {
	f := p.scalars()
	points, x := p.trace.Points[:len(p.public):len(p.public)], slices.Clone(p.public)
	for i, info := range p.committer.infos {
		points = append(points, p.trace.Points[p.trace.rows.Public+info.CommitmentIndex])
		x = append(x, p.committer.hashes[i])
	}
	v, inverses := f.Vectors, make([]E, len(points))
	poly.Fill(inverses, p.zeta)
	v.Sub(inverses, inverses, points)
	poly.Invert(f, inverses)
	v.Mul(x, x, points)
	v.Mul(x, x, inverses)
	sum = v.Evaluate(x, f.One)
	vanishing := p.vanishing()
	f.Mul(&sum, &sum, &vanishing)
	f.Mul(&sum, &sum, &p.trace.bare.CardinalityInverse)
	return sum
}

// checkOpenings ends the check with the opening proofs. pairs is that of [Gnark].
func (p *proving[P, E]) checkOpenings(c *check[P, E], pairs func([2]P) (bool, error)) error {
	if c.err != nil {
		return c.err
	}
	g1, w, ofZ := p.attachment.G1, &p.proof.BatchedH, &p.proof.ZShiftedH
	atNext := p.next()
	p.scalars().Mul(&atNext, &atNext, &c.lambda)
	var products [3]P
	var tasks parallel.Tasks
	for i, of := range []struct {
		point  *P
		factor *E
	}{{w, &p.zeta}, {ofZ, &atNext}, {ofZ, &c.lambda}} {
		tasks.Go(func() error {
			products[i] = g1.Times(of.point, of.factor)
			return nil
		})
	}
	tasks.Go(func() error { return curve.OfGroup(g1, w, ofZ) })
	if err := tasks.Wait(); err != nil {
		return err
	}
	left, right := g1.Sum(c.known, products[0], products[1]), g1.Sum(*w, products[2])
	var infinity P
	g1.Sub(&right, &infinity, &right)
	if equal, err := pairs([2]P{left, right}); err != nil || !equal {
		return errors.Join(err, errUnequal)
	}
	return nil
}
