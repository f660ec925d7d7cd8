package protocol

import (
	"errors"
	"fmt"
	"time"

	"github.com/gnark-accel/gnark-accel/hooks/internal/keys"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/system"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// ErrUnsafeKey: proofs with the key may tell of the witness.
var ErrUnsafeKey = errors.New("plonk: a key, or a string, that does not hide the witness: " +
	"take one from whom you trust, and read it with checks")

// CheckHiding refuses a key whose proofs may tell of the witness. It takes the points that blind
// polynomials, and the points of the verifying key: a number that does not grow with the circuit.
//
// A proof hides a polynomial P by b·(Xⁿ − 1). The commitment to that is an MSM over the points
// [τⁿ⁺ⁱ − τⁱ]: so τ must not be in the domain. With τ = 0 all commitments are constant terms.
func (s *Scheme[P, E]) CheckHiding(of any) error {
	pk := s.Key(of)
	var tasks parallel.Tasks
	defer keys.LogCheck("single points", time.Now())
	tasks.Go(func() error { return checkString(s.G1, pk) })
	if vk := pk.Verifying; vk != nil {
		tasks.Go(func() error {
			return refusal("the verifying key", curve.OfGroup(s.G1, pointers(vk.points())...))
		})
		tasks.Go(func() error {
			err := curve.Generates(s.G1, &vk.G1)
			if err == nil && !vk.OfG2() {
				err = errors.New("a point does not generate G2")
			}
			return refusal("the verifying key's reference string", err)
		})
	}
	return tasks.Wait()
}

// checkString checks the points of a reference string that blind polynomials. They are the bases of
// the commitments to blinding polynomials, as far as the string has them.
func checkString[P comparable, E any](g *curve.Group[P, E], pk *Key[P, E]) error {
	const name = "the reference string"
	points, n := pk.Canonical, len(pk.Lagrange)
	for i := range maxBlinding {
		for _, at := range []int{i, n + i} {
			if at >= len(points) {
				continue
			}
			if err := curve.Generates(g, &points[at]); err != nil {
				return refusal(fmt.Sprintf("%s, power %d of its secret", name, at), err)
			}
		}
		if n > 0 && n+i < len(points) && points[n+i] == points[i] {
			return refusal(name, errors.New("its secret is in the circuit's domain"))
		}
	}
	return nil
}

// checkMasks refuses a key whose commitments to wires would not be blinded: see [committer.place].
func checkMasks[P comparable, E any](s *system.System[E], pk *Key[P, E]) error {
	var infinity P
	rows := s.Rows()
	for i, info := range s.Commitments {
		for _, row := range masks(rows, info.CommitmentIndex) {
			if pk.Lagrange[row] == infinity {
				return refusal(fmt.Sprintf("commitment %d", i),
					errors.New("the point that blinds it is at infinity"))
			}
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

func pointers[P any](points []P) (all []*P) {
	for i := range points {
		all = append(all, &points[i])
	}
	return all
}
