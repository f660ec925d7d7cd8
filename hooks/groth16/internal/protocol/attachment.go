package protocol

import (
	"sync"
	"sync/atomic"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/hooks/internal/keys"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/engine/group"
)

// attachment is an attached key, with a fingerprint of the key when it was attached.
type attachment[P1, P2, E comparable] struct {
	*Curve[P1, P2, E]
	keys.Key[*replica[P1, P2, E]]
	key fingerprint[P1, P2]
	// verifyingKey is gnark's; nil if [keys.Attached.Attach] was not given it.
	verifyingKey atomic.Value
	told         sync.Once // how proofs are verified
	comparison   *comparison[P1, P2, E]
	keyed        lastKeyed[P1, P2, E]
}

// atOnce calls do with the site of all devices that share the key. If none do, it is the site of
// one device.
func (a *attachment[P1, P2, E]) atOnce(do func(site[P1, P2, E]) error) error {
	return a.AtOnce(func(t *group.Team[*replica[P1, P2, E]]) error {
		return do(site[P1, P2, E]{t})
	})
}

// commit returns the MSM over the basis of a commitment.
func (a *attachment[P1, P2, E]) commit(commitment int, values []E) (sum P1, err error) {
	err = a.atOnce(func(at site[P1, P2, E]) (err error) {
		sum, err = at.commit(commitment, values)
		return err
	})
	return sum, err
}

// sumG1 returns an MSM over points that the key does not have. So does sumG2.
func (a *attachment[P1, P2, E]) sumG1(points []P1, scalars []E) (P1, error) {
	return sent(a, a.OnG1, points, scalars)
}

func (a *attachment[P1, P2, E]) sumG2(points []P2, scalars []E) (P2, error) {
	return sent(a, a.OnG2, points, scalars)
}

// sent returns an MSM over points that go to the device with the scalars.
func sent[P, P1, P2, E comparable](
	a *attachment[P1, P2, E], groupOn func(*engine.Engine) *engine.Group[P, E], points []P,
	scalars []E,
) (sum P, err error) {
	err = a.atOnce(func(at site[P1, P2, E]) error {
		g := groupOn(at.Primary().engine)
		result, err := g.MultiExp(points, scalars, ecc.MultiExpConfig{})
		if err == nil {
			sum = *result
		}
		return err
	})
	return sum, err
}

// verification is the means by which proofs with a key are verified. advice says how a verifying
// key would add to it.
type verification struct{ by, advice string }

var (
	byVerifyingKey = verification{"the verifying key", ""}
	byProvingKey   = verification{
		"the proving key and the circuit", "WithVerifyingKey finds a wrong proving key, too",
	}
	byNothing = verification{
		"nothing: gnark makes them on the CPU", "WithVerifyingKey lets the device make them",
	}
)

// verifiedBy logs how proofs are verified, once for each key that is loaded.
func (a *attachment[P1, P2, E]) verifiedBy(v verification) {
	a.told.Do(func() {
		log := logger.Logger()
		line := log.Info().Str("verifiedBy", v.by)
		if v.advice != "" {
			line.Str("advice", v.advice)
		}
		line.Msg("how proofs with this key are verified")
	})
}
