// Package verified lets no proof leave that does not verify. Where one does not, it has the proof
// made again, by the device and then without one, and finds out whose fault it was.
package verified

import (
	"errors"
	"fmt"

	"github.com/gnark-accel/gnark-accel/internal/engine"
)

// Proofs are the ways to a proof P of one witness. They include the steps after a wrong one.
type Proofs[P any] struct {
	// Verify returns an error if a proof must not leave.
	Verify func(P) error
	// Destroy overwrites a proof. A wrong one can tell secrets.
	Destroy func(P)
	// Reload has the device's next proof find all that stays there loaded anew.
	Reload func() error
	// Engine is told whose fault it was.
	Engine *engine.Engine
	// ErrKeyMismatch is the error if the last proof does not verify either.
	ErrKeyMismatch error

	// Again proves once more, with the device and the same settings. It is nil if the device has no
	// part in proofs.
	Again func() (P, error)
	// Last proves without a device, and with gnark's solver. It is nil if nothing can prove again.
	Last func() (P, error)
	// Solver returns an error if this module's solver and gnark's disagree on the witness. It
	// turns the former off for the system then.
	Solver func() error
}

// Proof returns the first proof if it verifies, or one that does in its place.
//
// A wrong key makes all proofs wrong. So nothing is blamed, and the device's part of the key is not
// loaded anew, until a proof has verified. A strict engine has the error engine.ErrInvalidResult
// in the place of a proof that was made again.
func (p *Proofs[P]) Proof(first P) (none P, err error) {
	why := p.Verify(first)
	if why == nil {
		p.Engine.RightProof()
		return first, nil
	}
	p.Destroy(first)
	if p.Last == nil {
		return none, errors.Join(errWithoutWitness, p.Reload())
	}
	proof, err := p.remade(why)
	if err != nil {
		return none, err
	}
	if p.Engine.Strict() {
		p.Destroy(proof)
		return none, fmt.Errorf("%w: the proof does not verify: %w", engine.ErrInvalidResult, why)
	}
	return proof, nil
}

// errWithoutWitness is the error of a proof from a solution, which cannot be made again.
var errWithoutWitness = errors.New("the proof that was made from a solution does not verify")

// remade makes the proof again, on the device and then without one.
func (p *Proofs[P]) remade(why error) (none P, err error) {
	if p.Again == nil {
		return p.last(1, why)
	}
	proof, err := p.Again()
	if err != nil {
		return none, err
	}
	if p.Verify(proof) == nil {
		p.Engine.WrongProofs(1, why)
		return proof, nil
	}
	p.Destroy(proof)
	return p.last(2, why)
}

// last returns the last proof after n wrong ones, and says whose fault these were. An error of its
// prover is one of gnark's solver.
func (p *Proofs[P]) last(n int, why error) (none P, err error) {
	proof, err := p.Last()
	if err != nil {
		if differs := p.Solver(); differs != nil {
			p.Engine.WrongSolution(n, differs)
		}
		return none, err
	}
	if wrong := p.Verify(proof); wrong != nil {
		p.Destroy(proof)
		return none, fmt.Errorf("%w: a proof made without a device does not verify: %w",
			p.ErrKeyMismatch, wrong)
	}
	switch differs := p.Solver(); {
	case differs != nil:
		p.Engine.WrongSolution(n, differs)
	case p.Again == nil: // no device made it
		p.Engine.WithheldProof(why)
	default:
		p.Engine.WrongProofs(n, why)
		err = p.Reload()
	}
	return proof, err
}
