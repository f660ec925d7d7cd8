package ceremony

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// phase2 is a contribution to phase 2. Its proofs are of the contributions to δ and to each σ.
type phase2[P1, P2, E comparable] struct {
	*device[P1, P2, E]
	signature
	delta1      P1
	private, z  []P1 // divided by δ
	delta2      P2
	commitments [][]P1 // bases of the commitments' proofs, each times its σ
	sigma2      []P2
}

// maxCommitments is the number of commitments that proofs tell apart, as in gnark.
const maxCommitments = 255

// The contributions to phase 2, as their proofs name them. That to the commitment i follows i
// places behind the first one's.
const (
	ofDelta = iota
	ofSigma
)

func (p *phase2[P1, P2, E]) read(from *source) {
	n := int(binary.BigEndian.Uint16(from.bytes(2)))
	if n > maxCommitments {
		from.err = fmt.Errorf("%w: %d commitments", ErrInvalidInput, n)
	}
	p.commitments, p.sigma2 = make([][]P1, n), make([]P2, n)
	readPoint(p.in1, from, &p.delta1)
	readVector(p.in1, from, &p.private)
	readVector(p.in1, from, &p.z)
	readPoint(p.in2, from, &p.delta2)
	for i := range p.commitments {
		readVector(p.in1, from, &p.commitments[i])
	}
	for i := range p.sigma2 {
		readPoint(p.in2, from, &p.sigma2[i])
	}
	p.proofs = from.proofs(1+n, p.newProof)
	p.challenge = from.challenge()
}

func (p *phase2[P1, P2, E]) write(to *file) {
	to.Write(binary.BigEndian.AppendUint16(nil, uint16(len(p.sigma2))))
	to.encode(&p.delta1)
	vector(to, p.private)
	vector(to, p.z)
	to.encode(&p.delta2)
	for _, basis := range p.commitments {
		vector(to, basis)
	}
	for i := range p.sigma2 {
		to.encode(&p.sigma2[i])
	}
	to.proofs(p.proofs)
	to.challenge(p.challenge)
}

// scale multiplies δ by the first secret, and each σ by its own. It inverts the first one.
func (p *phase2[P1, P2, E]) scale(secrets []E) error {
	delta, sigmas := &secrets[ofDelta], secrets[ofSigma:]
	var failures []error
	for i := range sigmas {
		times(p.g2, &p.sigma2[i], &sigmas[i])
		failures = append(failures, scaleAll(p.in1, &p.commitments[i], &sigmas[i]))
	}
	times(p.g1, &p.delta1, delta)
	times(p.g2, &p.delta2, delta)
	p.field.Inverse(delta, delta)
	return errors.Join(append(failures,
		scaleAll(p.in1, &p.z, delta), scaleAll(p.in1, &p.private, delta))...)
}

func (p *phase2[P1, P2, E]) precedes(next contribution[E], challenge []byte) error {
	q := next.(*phase2[P1, P2, E])
	if len(p.z) != len(q.z) || len(p.private) != len(q.private) || len(p.sigma2) != len(q.sigma2) {
		return fmt.Errorf("%w: contribution size mismatch", ErrInvalidContribution)
	}
	maxLength := max(len(p.z), len(p.private))
	for i := range p.commitments {
		if len(p.commitments[i]) != len(q.commitments[i]) {
			return fmt.Errorf("%w: commitment %d: length mismatch", ErrInvalidContribution, i)
		}
		maxLength = max(maxLength, len(p.commitments[i]))
	}
	powers, err := randomPowers(p.field, maxLength)
	if err != nil {
		return err
	}
	for i := range p.sigma2 {
		basis, err := p.condensed(p.commitments[i], q.commitments[i], powers)
		if err != nil {
			return err
		}
		err = p.verify(q.proofs[ofSigma+i], challenge, byte(ofSigma+i), basis,
			update{Previous: &p.sigma2[i], Next: &q.sigma2[i]})
		if err != nil {
			return fmt.Errorf("%w: contribution to σ[%d]: %w", ErrInvalidContribution, i, err)
		}
	}
	// δ divides these: they change the other way round.
	z, errZ := p.condensed(q.z, p.z, powers)
	private, errPrivate := p.condensed(q.private, p.private, powers)
	if err := errors.Join(errZ, errPrivate); err != nil {
		return err
	}
	err = p.verify(q.proofs[ofDelta], challenge, ofDelta,
		update{Previous: &p.delta1, Next: &q.delta1}, update{Previous: &p.delta2, Next: &q.delta2},
		z, private)
	if err != nil {
		return fmt.Errorf("%w: contribution to δ: %w", ErrInvalidContribution, err)
	}
	return nil
}

// condensed is an update of points. Each side is condensed by an MSM with powers of a random
// number.
func (d *device[P1, P2, E]) condensed(previous, next []P1, powers []E) (update, error) {
	powers = powers[:len(next)]
	a, errA := d.in1.MultiExp(previous, powers, settings)
	b, errB := d.in1.MultiExp(next, powers, settings)
	return update{Previous: a, Next: b}, errors.Join(errA, errB)
}
