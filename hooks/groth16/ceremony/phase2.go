package ceremony

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/gnark-accel/gnark-accel/accel"
)

// phase2 is a contribution to phase 2.
type phase2[P1, P2 any] struct {
	delta1      P1
	private, z  []P1 // divided by δ
	delta2      P2
	commitments [][]P1 // bases of the commitments' proofs, each times its σ
	sigma2      []P2
	proofs      []proof // of the contributions to δ and to each σ
	challenge   []byte
}

// mostCommitments is the number of commitments that proofs tell apart, as in gnark.
const mostCommitments = 255

// The contributions to phase 2, as their proofs name them. That to the commitment i follows i
// places behind the first one's.
const (
	ofDelta = iota
	ofSigma
)

// readPhase2 reads a file.
func (d *device[P1, P2, E, S]) readPhase2(from io.Reader) (*phase2[P1, P2], error) {
	var number [2]byte
	if _, err := io.ReadFull(from, number[:]); err != nil {
		return nil, err
	}
	n := int(binary.BigEndian.Uint16(number[:]))
	if n > mostCommitments {
		return nil, fmt.Errorf("%w: %d commitments", ErrInvalidInput, n)
	}
	p := &phase2[P1, P2]{
		commitments: make([][]P1, n), sigma2: make([]P2, n), proofs: make([]proof, 1+n),
	}
	err := readPoint(d.in1, from, &p.delta1)
	if err == nil {
		err = readVector(d.in1, from, &p.private)
	}
	if err == nil {
		err = readVector(d.in1, from, &p.z)
	}
	if err == nil {
		err = readPoint(d.in2, from, &p.delta2)
	}
	for i := 0; i < n && err == nil; i++ {
		err = readVector(d.in1, from, &p.commitments[i])
	}
	for i := 0; i < n && err == nil; i++ {
		err = readPoint(d.in2, from, &p.sigma2[i])
	}
	if err == nil {
		err = d.readProofs(from, p.proofs)
	}
	if err == nil {
		p.challenge, err = readChallenge(from)
	}
	return p, err
}

// fileOfKeys is a contribution's file.
func (d *device[P1, P2, E, S]) fileOfKeys(p *phase2[P1, P2]) *file {
	f := d.newFile()
	f.Write(binary.BigEndian.AppendUint16(nil, uint16(len(p.sigma2))))
	f.encode(&p.delta1)
	vector(f, p.private)
	vector(f, p.z)
	f.encode(&p.delta2)
	for _, basis := range p.commitments {
		vector(f, basis)
	}
	for i := range p.sigma2 {
		f.encode(&p.sigma2[i])
	}
	for _, proof := range p.proofs {
		f.proof(proof)
	}
	f.challenge(p.challenge)
	return f
}

func (c *curve[P1, P2, E, S]) contributePhase2(
	e *accel.Engine, from io.Reader, to io.Writer,
) error {
	d := c.on(e)
	p, err := d.readPhase2(from)
	if err != nil {
		return err
	}
	if p.challenge, err = d.fileOfKeys(p).hash(); err != nil {
		return err
	}
	err = d.withSecrets(p.proofs, p.challenge,
		func(secrets []E) error { return d.scaleKeys(p, secrets) })
	if err != nil {
		return err
	}
	return d.fileOfKeys(p).write(to)
}

// scaleKeys multiplies δ by the first secret, and each σ by its own. It inverts the first one.
func (d *device[P1, P2, E, S]) scaleKeys(p *phase2[P1, P2], secrets []E) error {
	delta, sigmas := &secrets[ofDelta], secrets[ofSigma:]
	var failures []error
	for i := range sigmas {
		times[P2, E, S](d.g2, &p.sigma2[i], &sigmas[i])
		failures = append(failures, scaleAll[P1, E, S](d.in1, &p.commitments[i], &sigmas[i]))
	}
	times[P1, E, S](d.g1, &p.delta1, delta)
	times[P2, E, S](d.g2, &p.delta2, delta)
	S(delta).Inverse(delta)
	return errors.Join(append(failures,
		scaleAll[P1, E, S](d.in1, &p.z, delta), scaleAll[P1, E, S](d.in1, &p.private, delta))...)
}

func (c *curve[P1, P2, E, S]) verifyPhase2(e *accel.Engine, previous, next io.Reader) error {
	d := c.on(e)
	p, err := d.readPhase2(previous)
	if err != nil {
		return fmt.Errorf("contribution before: %w", err)
	}
	q, err := d.readPhase2(next)
	if err != nil {
		return err
	}
	challenge, err := d.fileOfKeys(p).hash()
	if err != nil {
		return err
	}
	if err := checkChallenge(q.challenge, challenge); err != nil {
		return err
	}
	if len(p.z) != len(q.z) || len(p.private) != len(q.private) || len(p.sigma2) != len(q.sigma2) {
		return fmt.Errorf("%w: contribution size mismatch", ErrInvalidContribution)
	}
	longest := max(len(p.z), len(p.private))
	for i := range p.commitments {
		if len(p.commitments[i]) != len(q.commitments[i]) {
			return fmt.Errorf("%w: commitment %d: length mismatch", ErrInvalidContribution, i)
		}
		longest = max(longest, len(p.commitments[i]))
	}
	powers, err := randomPowers[E, S](longest)
	if err != nil {
		return err
	}
	for i := range p.sigma2 {
		basis, err := d.condensedUpdate(p.commitments[i], q.commitments[i], powers)
		if err != nil {
			return err
		}
		err = d.verify(q.proofs[ofSigma+i], challenge, byte(ofSigma+i), basis,
			update{Previous: &p.sigma2[i], Next: &q.sigma2[i]})
		if err != nil {
			return fmt.Errorf("%w: contribution to σ[%d]: %w", ErrInvalidContribution, i, err)
		}
	}
	// δ divides these: they change the other way round.
	z, errZ := d.condensedUpdate(q.z, p.z, powers)
	private, errPrivate := d.condensedUpdate(q.private, p.private, powers)
	if err := errors.Join(errZ, errPrivate); err != nil {
		return err
	}
	err = d.verify(q.proofs[ofDelta], challenge, ofDelta,
		update{Previous: &p.delta1, Next: &q.delta1}, update{Previous: &p.delta2, Next: &q.delta2},
		z, private)
	if err != nil {
		return fmt.Errorf("%w: contribution to δ: %w", ErrInvalidContribution, err)
	}
	return nil
}

// condensedUpdate is an update of points, of which each side is condensed to one.
func (d *device[P1, P2, E, S]) condensedUpdate(previous, next []P1, powers []E) (update, error) {
	a, errA := condensed[P1, E, S](d.in1, previous, powers)
	b, errB := condensed[P1, E, S](d.in1, next, powers)
	return update{Previous: &a, Next: &b}, errors.Join(errA, errB)
}
