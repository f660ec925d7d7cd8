package protocol

import (
	"sync"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/hooks/internal/keys"
	"github.com/gnark-accel/gnark-accel/internal/curve"
)

// keyed is the verifier's equation with the verifying key, for proofs without commitments:
//
//	e(Ar, Bs) · e(−Krs, δ) · e(−ΣV, γ) · e(−α, β) = 1
//
// ΣV is the sum over the public wires, which is known before the proof. gnark's verifier has the
// same equation, and computes one pairing after the other.
type keyed[P1, P2, E comparable] struct {
	*Curve[P1, P2, E]
	of    VerifyingKey[P1, P2]
	wires keys.Fingerprint[P1] // the points V
	// delta and gamma return the factors with δ and γ.
	delta, gamma func(P1) (curve.Factor, error)
	constant     curve.Factor // e(−α, β)
	agreement    keys.Agreement
}

func newKeyed[P1, P2, E comparable](
	c *Curve[P1, P2, E], vk *VerifyingKey[P1, P2],
) (k *keyed[P1, P2, E], err error) {
	k = &keyed[P1, P2, E]{
		Curve: c, of: *vk, wires: keys.FingerprintOf(vk.K),
		delta: c.Pairing.Fixed(vk.Delta), gamma: c.Pairing.Fixed(vk.Gamma),
	}
	k.constant, err = c.Pairing.Factor(c.minus(vk.Alpha), vk.Beta)
	return k, err
}

// isOf says whether the equation is that of a verifying key as it is now.
func (k *keyed[P1, P2, E]) isOf(vk *VerifyingKey[P1, P2]) bool {
	return k != nil && k.of.Alpha == vk.Alpha && k.of.Beta == vk.Beta && k.of.Gamma == vk.Gamma &&
		k.of.Delta == vk.Delta && k.wires.Matches(vk.K)
}

// lastKeyed has the equation of the verifying key that was used last.
type lastKeyed[P1, P2, E comparable] struct {
	mutex sync.Mutex
	last  *keyed[P1, P2, E]
}

func (l *lastKeyed[P1, P2, E]) get(
	c *Curve[P1, P2, E], vk *VerifyingKey[P1, P2],
) (*keyed[P1, P2, E], error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.last.isOf(vk) {
		return l.last, nil
	}
	k, err := newKeyed(c, vk)
	if err == nil {
		l.last = k
	}
	return k, err
}

// keyedProof is the equation of one proof, with the factors that are known before it.
type keyedProof[P1, P2, E comparable] struct {
	*keyed[P1, P2, E]
	visible curve.Factor // e(−ΣV, γ)
}

// know begins to compute the known factors of the equation, beside the proof.
func (p *proving[P1, P2, E]) know() {
	vk := p.over.VerifyingKey(p.verifyingKey())
	if p.Unverified || vk == nil || vk.Commitments > 0 || len(vk.K) != 1+len(p.public) {
		return
	}
	p.making.Go(func() error {
		k, err := p.attachment.keyed.get(&p.over.Curve, vk)
		if err != nil || !k.agreement.Open() {
			return err
		}
		visible, err := k.visible(p.public)
		if err == nil {
			p.keyed = &keyedProof[P1, P2, E]{k, visible}
		}
		return err
	})
}

// visible returns e(−ΣV, γ) for the values of the public wires but the constant one.
func (k *keyed[P1, P2, E]) visible(public []E) (curve.Factor, error) {
	var sum P1
	if _, err := k.G1.MultiExp(&sum, k.of.K[1:], public, ecc.MultiExpConfig{}); err != nil {
		return nil, err
	}
	return k.gamma(k.minus(sum, k.of.K[0]))
}

// check returns an error unless a proof satisfies the equation.
func (k *keyedProof[P1, P2, E]) check(proof *Proof[P1, P2]) error {
	return k.holds(proof, k.Pairing.Product(k.constant, k.visible),
		func() (curve.Factor, error) { return k.delta(k.minus(proof.Krs)) })
}
