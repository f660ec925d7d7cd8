package protocol

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	"github.com/gnark-accel/gnark-accel/hooks/internal/keys"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// ErrUnsafeKey: proofs with the key may tell of the witness.
var ErrUnsafeKey = errors.New("groth16: a proving key that does not hide the witness: " +
	"take one from whom you trust, and read it with checks")

// CheckHiding refuses a key whose proofs may tell of the witness. It takes single points, whose
// number does not grow with the circuit. [attachment.compare] compares vectors.
//
// A proof has Ar = … + rδ in G1 and Bs = … + sδ in G2, with random r and s. If δ is of prime order
// in both groups, Ar and Bs are uniform; a verifier's equation then determines Krs.
func (s *Scheme[P1, P2, E]) CheckHiding(of any) error {
	pk, c := s.Key(of), &s.Curve
	var tasks parallel.Tasks
	defer keys.LogCheck("single points", time.Now())
	beside := func(part string, check func() error) {
		tasks.Go(func() error { return refusal(part, check()) })
	}
	beside("α", func() error { return curve.Generates(c.G1, &pk.Alpha) })
	beside("β in G1", func() error { return curve.Generates(c.G1, &pk.Beta) })
	beside("δ in G1", func() error { return curve.Generates(c.G1, &pk.Delta) })
	beside("β in G2", func() error { return curve.Generates(c.G2, &pk.Beta2) })
	beside("δ in G2", func() error { return curve.Generates(c.G2, &pk.Delta2) })
	beside("β", func() error { return c.same(&pk.Beta, &pk.Beta2) })
	beside("δ", func() error { return c.same(&pk.Delta, &pk.Delta2) })
	for i, key := range pk.Commitments {
		if mask := len(key.Basis) - 1; mask >= 0 {
			beside(fmt.Sprintf("commitment %d", i), func() error {
				return curve.OfGroup(c.G1, &key.Basis[mask])
			})
		}
	}
	return tasks.Wait()
}

// errNotSame: points of the two groups are not the same multiples of the generators.
var errNotSame = errors.New("the points in G1 and in G2 are of different scalars")

// same returns errNotSame unless e(p, g₂) = e(g₁, q).
func (c *Curve[P1, P2, E]) same(p *P1, q *P2) error {
	var negative P1
	c.G1.Sub(&negative, &negative, p)
	lhs, errLHS := c.Pairing.Factor(negative, c.Pairing.Generator2)
	rhs, errRHS := c.Pairing.Factor(c.Pairing.Generator1, *q)
	if err := errors.Join(errLHS, errRHS); err != nil {
		return err
	}
	if !c.Pairing.One(c.Pairing.Product(lhs, rhs)) {
		return errNotSame
	}
	return nil
}

// randomize is the hint of the wires by which gnark's frontend blinds commitments.
const randomize = "github.com/consensys/gnark/internal/hints.Randomize"

// checkMasks refuses a key whose commitments would not be blinded. The mask is a wire that the
// frontend adds, and so the last one of a commitment. Systems of other frontends may have none.
func checkMasks[P1, P2 comparable, E any](s *system.System[E], pk *Key[P1, P2, E]) error {
	if len(pk.Commitments) == 0 ||
		!slices.Contains(slices.Collect(maps.Values(s.MHintsDependencies)), randomize) {
		return nil
	}
	var infinity P1
	for i, key := range pk.Commitments {
		if mask := len(key.Basis) - 1; mask >= 0 && key.Basis[mask] == infinity {
			return refusal(fmt.Sprintf("commitment %d", i),
				errors.New("the point that blinds it is at infinity"))
		}
	}
	return nil
}

func refusal(part string, reason error) error {
	if reason == nil {
		return nil
	}
	return fmt.Errorf("%w: %s: %w", ErrUnsafeKey, part, reason)
}
