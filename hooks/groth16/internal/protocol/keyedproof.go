package protocol

import (
	"slices"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// keyedProof has the equations of one proof, with the factors that are known before it.
type keyedProof[P1, P2, E comparable] struct {
	*keyed[P1, P2, E]
	commitments        []P1         // which the factors are of
	power              E            // of the second equation
	visible, committed curve.Factor // e(−ΣV − ΣD, γ), and a power of Π e(cⁱ·Dᵢ, −σᵢ·G)
}

// knowKey begins to compute what all proofs with the verifying key share, beside the solver.
func (p *proving[P1, P2, E]) knowKey() {
	if vk := p.over.VerifyingKey(p.verifyingKey()); vk != nil && !p.Unverified {
		p.making.Go(func() error {
			_, err := p.attachment.keyed.get(&p.over.Curve, vk)
			return err
		})
	}
}

// know begins to compute the known factors of the equations, beside the proof.
func (p *proving[P1, P2, E]) know() {
	vk := p.over.VerifyingKey(p.verifyingKey())
	commitments := slices.Clone(p.committer.points)
	if p.Unverified || vk == nil || len(vk.K) != 1+len(p.public)+len(commitments) ||
		len(vk.Commitments) != len(commitments) || len(vk.Committed) != len(commitments) {
		return
	}
	p.making.Go(func() error {
		k, err := p.attachment.keyed.get(&p.over.Curve, vk)
		if err != nil || !k.agreement.Open() {
			return err
		}
		inputs, err := p.committer.inputs(p.public, commitments, vk.Committed)
		if err == nil {
			p.keyed, err = k.with(inputs, commitments)
		}
		return err
	})
}

// with returns the equations of a proof with the commitments. The inputs are the values of the
// public wires but the constant one, and the hashes of the commitments.
func (k *keyed[P1, P2, E]) with(inputs []E, commitments []P1) (*keyedProof[P1, P2, E], error) {
	of := &keyedProof[P1, P2, E]{keyed: k, commitments: commitments}
	if _, err := k.Field.SetRandom(&of.power); err != nil {
		return nil, err
	}
	var tasks parallel.Tasks
	tasks.Go(func() (err error) {
		var sum P1
		if _, err = k.G1.MultiExp(&sum, k.of.K[1:], inputs, ecc.MultiExpConfig{}); err == nil {
			of.visible, err = k.gamma(k.minus(append([]P1{sum, k.of.K[0]}, commitments...)...))
		}
		return err
	})
	tasks.Go(func() (err error) {
		of.committed, err = of.commit(inputs[len(inputs)-len(commitments):])
		return err
	})
	if err := tasks.Wait(); err != nil {
		return nil, err
	}
	return of, nil
}

// commit returns the factor of commitments, which have to be in their group, with their hashes.
func (k *keyedProof[P1, P2, E]) commit(hashes []E) (curve.Factor, error) {
	powers, err := k.foldingPowers(hashes)
	if err != nil {
		return nil, err
	}
	factors := make([]curve.Factor, len(powers))
	for i := range powers {
		k.Field.Mul(&powers[i], &powers[i], &k.power)
		if factors[i], err = k.times(&k.commitments[i], &powers[i], k.sigmas[i]); err != nil {
			return nil, err
		}
	}
	return k.Pairing.Product(factors...), nil
}

// times returns the factor with a multiple of a point, which has to be in its group.
func (c *Curve[P1, P2, E]) times(
	point *P1, by *E, with func(P1) (curve.Factor, error),
) (curve.Factor, error) {
	if !c.G1.IsInSubGroup(point) {
		return nil, errUnequal
	}
	return with(c.G1.Times(point, by))
}

// check returns an error unless a proof satisfies the equations.
func (k *keyedProof[P1, P2, E]) check(proof *Proof[P1, P2]) error {
	if !slices.Equal(proof.Commitments, k.commitments) {
		return errUnequal
	}
	factors := []func() (curve.Factor, error){
		func() (curve.Factor, error) { return k.delta(k.minus(proof.Krs)) },
	}
	if len(k.commitments) > 0 {
		factors = append(factors, func() (curve.Factor, error) {
			return k.times(&proof.CommitmentPok, &k.power, k.generator)
		})
	}
	return k.holds(proof, k.Pairing.Product(k.constant, k.visible, k.committed), factors...)
}
