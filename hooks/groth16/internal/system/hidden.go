package system

import (
	"slices"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/keycache"
)

// Hidden returns the wires behind the public ones that have no point in the key's vector K. They
// are the private committed wires, whose points are those of the commitment keys, and the wires
// that hold the commitments, which the verifier treats as public inputs. They ascend, and none is
// there twice.
func Hidden(commitments constraint.Groth16Commitments) []int {
	wires := slices.Concat(commitments.GetPrivateCommitted()...)
	wires = append(wires, commitments.CommitmentIndexes()...)
	slices.Sort(wires)
	return slices.Compact(wires)
}

// Hidden returns [Hidden] of the system's commitments, after Check. A proof asks several times, and
// the answer is as long as the commitments, so it is kept as long as the system lives.
func (s *System[E]) Hidden() []int {
	commitments := s.Commitments()
	if len(commitments) == 0 {
		return nil
	}
	lease, err := hiddenOf.Acquire(s.System,
		func(h *hidden) bool { return h.isOf(commitments) },
		func() (*hidden, error) { return newHidden(commitments), nil })
	if err != nil {
		return Hidden(commitments) // the first caller panicked
	}
	defer func() { _ = lease.Release() }() // there is nothing to close
	return lease.Value.wires
}

// hiddenOf has the hidden wires of all systems that live.
var hiddenOf keycache.Cache[constraint.System, *hidden]

// hidden has the hidden wires of commitments that look like these.
type hidden struct {
	wires     []int
	indices   []int // of the commitments
	committed []keycache.Fingerprint[int]
}

func newHidden(commitments constraint.Groth16Commitments) *hidden {
	h := &hidden{wires: Hidden(commitments), indices: commitments.CommitmentIndexes()}
	for _, wires := range commitments.GetPrivateCommitted() {
		h.committed = append(h.committed, keycache.Take(wires))
	}
	return h
}

func (h *hidden) isOf(commitments constraint.Groth16Commitments) bool {
	if !slices.Equal(h.indices, commitments.CommitmentIndexes()) {
		return false
	}
	for i, wires := range commitments.GetPrivateCommitted() {
		if !h.committed[i].Matches(wires) {
			return false
		}
	}
	return true
}

// Close does nothing. It makes a value of a cache.
func (*hidden) Close() error { return nil }
