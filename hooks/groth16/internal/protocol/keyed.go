package protocol

import (
	"slices"
	"sync"

	"github.com/gnark-accel/gnark-accel/hooks/internal/keys"
	"github.com/gnark-accel/gnark-accel/internal/curve"
)

// keyed has the verifier's equations with the verifying key:
//
//	e(Ar, Bs) · e(−Krs, δ) · e(−ΣV − ΣD, γ) · e(−α, β) = 1
//	Π e(cⁱ·Dᵢ, −σᵢ·G) · e(P, G) = 1, where there are commitments
//
// ΣV is the sum over the public wires, and over the hashes of the commitments D. P are their proofs
// of knowledge, folded with the challenge c. All but Ar, Bs, Krs and P is known before the proof.
// gnark's verifier has the same equations, and computes one pairing after the other. Here the
// second one's random power is multiplied to the first one.
type keyed[P1, P2, E comparable] struct {
	*Curve[P1, P2, E]
	of    VerifyingKey[P1, P2]
	wires keys.Fingerprint[P1] // the points V
	// delta, gamma and generator return the factors with δ, γ and G, and sigmas with −σᵢ·G.
	delta, gamma, generator func(P1) (curve.Factor, error)
	sigmas                  []func(P1) (curve.Factor, error)
	constant                curve.Factor // e(−α, β)
	agreement               keys.Agreement
}

func newKeyed[P1, P2, E comparable](
	c *Curve[P1, P2, E], vk *VerifyingKey[P1, P2],
) (k *keyed[P1, P2, E], err error) {
	k = &keyed[P1, P2, E]{
		Curve: c, of: *vk, wires: keys.FingerprintOf(vk.K),
		delta: c.Pairing.Fixed(vk.Delta), gamma: c.Pairing.Fixed(vk.Gamma),
	}
	for _, key := range vk.Commitments {
		if key.G != vk.Commitments[0].G {
			return nil, errUnequal // it is for gnark's verifier to say so
		}
		k.sigmas = append(k.sigmas, c.Pairing.Fixed(key.GSigmaNeg))
		k.generator = c.Pairing.Fixed(key.G)
	}
	k.constant, err = c.Pairing.Factor(c.minus(vk.Alpha), vk.Beta)
	return k, err
}

// isOf says whether the equation is that of a verifying key as it is now.
func (k *keyed[P1, P2, E]) isOf(vk *VerifyingKey[P1, P2]) bool {
	return k != nil && k.of.Alpha == vk.Alpha && k.of.Beta == vk.Beta && k.of.Gamma == vk.Gamma &&
		k.of.Delta == vk.Delta && k.wires.Matches(vk.K) &&
		slices.Equal(k.of.Commitments, vk.Commitments)
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
