package protocol

import (
	"errors"
	"slices"
	"time"

	"github.com/gnark-accel/gnark-accel/hooks/internal/algebra"
	"github.com/gnark-accel/gnark-accel/internal/verified"
)

// Verified returns the proof, or another one in its place, after verifying it. It logs that the
// proof is done. It comes after [Solved.Close].
func Verified[G any, K any, P1, P2, E comparable, S algebra.Scalar[E]](
	scheme *Scheme[K, P1, P2, E, S], s *Solved[P1, P2, E, S], proof G, ways *verified.Ways[G],
) (G, error) {
	defer s.forget()
	var none G
	if err := s.tells(); err != nil {
		ways.Destroy(proof)
		return none, s.config.Cause(err)
	}
	start := time.Now()
	proof, err := proofsOf(scheme, s, ways).Proof(proof)
	if err != nil {
		return none, s.config.Cause(err)
	}
	s.verification = time.Since(start)
	s.Done()
	return proof, nil
}

// proofsOf returns all ways to a proof.
func proofsOf[G any, K any, P1, P2, E comparable, S algebra.Scalar[E]](
	scheme *Scheme[K, P1, P2, E, S], s *Solved[P1, P2, E, S], ways *verified.Ways[G],
) *verified.Proofs[G] {
	p := &verified.Proofs[G]{
		Ways:           *ways,
		Reload:         func() error { return scheme.reload(s.attachment, s.owner.(*K)) },
		Engine:         s.replica.engine,
		ErrKeyMismatch: ErrKeyMismatch,
	}
	if s.ran == onCPU {
		p.Again = nil
	}
	if ways.Last != nil {
		p.Last = func() (G, error) {
			s.ran = onCPU
			return ways.Last()
		}
	}
	return p
}

// disclose has the equation made beside the solver, unless it is known, and the sums over visible
// wires begin as soon as their values are known. See [Solved.VerifyWithoutKey].
func (s *Solved[P1, P2, E, S]) disclose() {
	equations := &s.attachment.equations
	s.disclosed = newDisclosed[P1, P2, E, S](1 + len(s.key.Commitments))
	s.committer.committed = func(i int, values []E) { s.discloseGroup(1+i, values) }
	if _, known := equations.ready(s.system, s.key); !known {
		s.making.Go(func() error {
			_, err := equations.of(s.attachment.Curve, s.system, s.key)
			return err // it comes once more
		})
	}
}

// reveal keeps the values of the open wires, out of those of all.
func (s *Solved[P1, P2, E, S]) reveal(all []E) {
	if s.disclosed == nil {
		return
	}
	wires := openWires(s.system)
	values := make([]E, len(wires))
	for i, wire := range wires {
		values[i] = all[wire]
	}
	s.discloseGroup(0, values)
	if e := s.ready(); e != nil {
		s.disclosed.multiply(e, s.committer.points)
	}
}

func (s *Solved[P1, P2, E, S]) discloseGroup(group int, values []E) {
	s.disclosed.give(s.ready(), s.attachment, group, values)
}

// ready returns the equation if it is made already.
func (s *Solved[P1, P2, E, S]) ready() *equation[P1, P2, E, S] {
	e, _ := s.attachment.equations.ready(s.system, s.key)
	return e
}

// follow has the factors of the equation made that points give, as soon as those are known.
func (s *Solved[P1, P2, E, S]) follow() {
	if s.disclosed == nil {
		return
	}
	s.early.left = func(ar P1, bs P2) {
		s.disclosed.product.makeLeft(s.attachment.Curve, ar, bs)
	}
	if e := s.ready(); e != nil {
		s.early.knowledge = func(proofs []P1) { s.disclosed.product.makeKnowledge(e, proofs) }
	}
}

// tells returns an error if the proving key and the system cannot tell right proofs from wrong
// ones, where they have to.
func (s *Solved[P1, P2, E, S]) tells() error {
	if s.VerifyingKey() != nil {
		return nil
	}
	e, err := s.attachment.equations.of(s.attachment.Curve, s.system, s.key)
	unwritten := errors.Is(err, errUnwritten)
	if err != nil && !unwritten {
		return err
	}
	if !s.config.TrustedKey && (unwritten || !e.sure) {
		return ErrNoVerifyingKey
	}
	s.attachment.recommend(!unwritten)
	return nil
}

// VerifyWithoutKey returns an error if a proof must not leave. It asks the proving key and the
// system, which tell wholly for most systems.
func (s *Solved[P1, P2, E, S]) VerifyWithoutKey(proof *Proof[P1, P2]) error {
	if s.by != nil {
		return s.by.VerifyWithoutKey(proof)
	}
	e, err := s.attachment.equations.of(s.attachment.Curve, s.system, s.key)
	if errors.Is(err, errUnwritten) {
		return s.sameScalars()
	}
	if err != nil {
		return err
	}
	if err := s.sameHashes(proof); err != nil {
		return err
	}
	sums, err := s.disclosed.all(e, s.attachment)
	if err != nil {
		return err
	}
	return e.check(proof, s.knowledge, &sums, &s.disclosed.product)
}

var errOtherCommitments = errors.New("the commitments are of other values")

// sameHashes returns an error unless the hashes of a proof's commitments are those that the solver
// went on with, and unless the proofs of knowledge fold to the proof's.
func (s *Solved[P1, P2, E, S]) sameHashes(proof *Proof[P1, P2]) error {
	c := newCommitter(
		s.system.Commitments(), s.key.Commitments, s.attachment,
		s.config.HashToFieldFn)
	if len(proof.Commitments) != len(c.infos) || len(s.knowledge) != len(c.infos) {
		return errOtherCommitments
	}
	if len(c.infos) == 0 {
		return nil
	}
	wires := openWires(s.system)
	at := func(wire int) E {
		index, _ := slices.BinarySearch(wires, wire)
		return s.disclosed.values[0][index]
	}
	if err := c.sameHashes(proof.Commitments, at); err != nil {
		return err
	}
	folded, err := c.fold(s.knowledge, at)
	if err == nil && folded != proof.CommitmentPok {
		err = errOtherCommitments
	}
	return err
}

// errInconsistent: the device returned sums that contradict each other.
var errInconsistent = errors.New("the sums over B in G1 and in G2 are of other scalars")

// sameScalars returns an error unless the proof's sums over B are of the same scalars. Both groups
// have one: e(ΣB, g₂) = e(g₁, ΣB). It misses most damage.
func (s *Solved[P1, P2, E, S]) sameScalars() error {
	pairing, g1 := &s.attachment.Pairing, s.attachment.G1
	var negative P1
	g1.Sub(&negative, &negative, &pairing.Generator1)
	left, errLeft := pairing.Factor(s.b, pairing.Generator2)
	right, errRight := pairing.Factor(negative, s.b2)
	if err := errors.Join(errLeft, errRight); err != nil {
		return err
	}
	if !pairing.One(pairing.Product(left, right)) {
		return errInconsistent
	}
	s.replica.engine.CountPartlyVerified()
	return nil
}

// ProvedBy says that the proof to verify is another one's, of the same witness.
func (s *Solved[P1, P2, E, S]) ProvedBy(another *Solved[P1, P2, E, S]) {
	s.forget()
	s.by = another
}

// forget overwrites what the verification has of the witness.
func (s *Solved[P1, P2, E, S]) forget() {
	if s.by != nil {
		s.by.forget()
	}
	s.disclosed.close()
	clear(s.knowledge)
}
