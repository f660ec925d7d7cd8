package ceremony

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/bits"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/poly"
)

// settings are the settings of MSMs on the CPU.
var settings = ecc.MultiExpConfig{}

// phase1 is a contribution to phase 1, for a domain of n elements.
type phase1[P1, P2, E comparable] struct {
	*device[P1, P2, E]
	signature
	tau1        []P1 // τⁱ, 2n−1 of them
	tau2        []P2 // n
	alpha, beta []P1 // ατⁱ and βτⁱ, n
	beta2       P2
}

// maxElements is the size of the largest domain: the number of its points has four bytes.
const maxElements = 1 << 30

// The contributions to phase 1, as their proofs name them.
const (
	ofTau = iota
	ofAlpha
	ofBeta
	nbPhase1
)

func (p *phase1[P1, P2, E]) read(from *source) {
	p.proofs = from.proofs(nbPhase1, p.newProof)
	elements := binary.BigEndian.Uint64(from.bytes(8))
	if from.err == nil &&
		(elements < 2 || elements > maxElements || bits.OnesCount64(elements) != 1) {
		from.err = fmt.Errorf("%w: a domain of %d elements", ErrInvalidInput, elements)
	}
	n := int(elements)
	one1, one2 := p.pairing.Generator1, p.pairing.Generator2
	readPoint(p.in2, from, &p.beta2)
	p.tau1 = readPoints(p.in1, from, 2*n-2, one1)
	p.tau2 = readPoints(p.in2, from, n-1, one2)
	p.beta = readPoints(p.in1, from, n)
	p.alpha = readPoints(p.in1, from, n)
	p.challenge = from.challenge()
}

func (p *phase1[P1, P2, E]) write(to *file) {
	to.proofs(p.proofs)
	p.commons(to)
	to.challenge(p.challenge)
}

// commons writes gnark's SrsCommons.
func (p *phase1[P1, P2, E]) commons(f *file) {
	f.encode(uint64(len(p.tau2)))
	f.encode(&p.beta2)
	points(f, p.tau1[1:])
	points(f, p.tau2[1:])
	points(f, p.beta)
	points(f, p.alpha)
}

func (p *phase1[P1, P2, E]) scale(secrets []E) error {
	tau := make([]E, len(p.tau1))
	alpha, beta := make([]E, len(p.tau2)), make([]E, len(p.tau2))
	defer clear(tau)
	defer clear(alpha)
	defer clear(beta)
	poly.Powers(p.field, tau, secrets[ofTau])
	poly.ScalarMul(p.field, alpha, tau[:len(alpha)], secrets[ofAlpha])
	poly.ScalarMul(p.field, beta, tau[:len(beta)], secrets[ofBeta])
	times(p.g2, &p.beta2, &secrets[ofBeta])
	return errors.Join(
		scale(p.in1, &p.tau1, tau), scale(p.in2, &p.tau2, tau[:len(p.tau2)]),
		scale(p.in1, &p.alpha, alpha), scale(p.in1, &p.beta, beta))
}

// sealName separates the beacon of phase 1 from others, as in gnark.
const sealName = "Groth16 MPC Setup - Phase 1"

func (c *over[P1, P2, E]) seal(
	e *accel.Engine, beacon []byte, last io.Reader, commons io.Writer,
) error {
	of, err := c.read(1, e, last)
	if err != nil {
		return err
	}
	hash, err := c.fileOf(of).hash()
	if err != nil {
		return err
	}
	if err := of.scale(c.beacon(hash, []byte(sealName), beacon, nbPhase1)); err != nil {
		return err
	}
	f := c.newFile()
	of.(*phase1[P1, P2, E]).commons(f)
	return f.send(commons)
}

func (p *phase1[P1, P2, E]) precedes(next contribution[E], challenge []byte) error {
	q := next.(*phase1[P1, P2, E])
	if len(p.tau2) != len(q.tau2) {
		return fmt.Errorf("%w: domain size mismatch", ErrInvalidContribution)
	}
	for i, updates := range [][]update{
		ofTau:   {{Previous: &p.tau1[1], Next: &q.tau1[1]}},
		ofAlpha: {{Previous: &p.alpha[0], Next: &q.alpha[0]}},
		ofBeta: {
			{Previous: &p.beta[0], Next: &q.beta[0]}, {Previous: &p.beta2, Next: &q.beta2},
		},
	} {
		if err := p.verify(q.proofs[i], challenge, byte(i), updates...); err != nil {
			return fmt.Errorf("%w: contribution to %s: %w", ErrInvalidContribution,
				[]string{"τ", "α", "β"}[i], err)
		}
	}
	return q.geometric()
}

// geometric checks that all vectors are geometric, with one ratio.
//
// Each vector is condensed to two points first: without its last point, and without its first. They
// have the ratio of a geometric vector. The groups have random numbers of their own: with one for
// both, any two vectors with the same logarithms would pass.
func (p *phase1[P1, P2, E]) geometric() error {
	powers1, err1 := randomPowers(p.field, len(p.tau1)-1)
	powers2, err2 := randomPowers(p.field, len(p.tau2)-1)
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	of2, err := shifts(p.in2.MultiExp, p.tau2, powers2)
	if err != nil {
		return err
	}
	for _, vector := range [][]P1{p.tau1, p.alpha, p.beta} {
		of1, err := shifts(p.in1.MultiExp, vector, powers1)
		if err != nil {
			return err
		}
		// one by one: gnark-crypto v0.21.0 panics on several vectors of two points
		if err := p.sameRatio(of1, of2); err != nil {
			return fmt.Errorf("%w: %w", ErrInvalidContribution, err)
		}
	}
	return nil
}

// shifts returns two MSMs: over all points but the last, and over all but the first.
func shifts[P, E any](
	multiExp func([]P, []E, ecc.MultiExpConfig) (*P, error), points []P, powers []E,
) ([]P, error) {
	n := len(points) - 1
	low, err := multiExp(points[:n], powers[:n], settings)
	if err != nil {
		return nil, err
	}
	high, err := multiExp(points[1:], powers[:n], settings)
	if err != nil {
		return nil, err
	}
	return []P{*low, *high}, nil
}

// randomPowers returns n powers of a random number, from 1 on.
func randomPowers[E any](f *curve.Field[E], n int) ([]E, error) {
	var random E
	if _, err := f.SetRandom(&random); err != nil {
		return nil, err
	}
	powers := make([]E, n)
	poly.Powers(f, powers, random)
	return powers, nil
}
