package proof

import (
	"errors"
	"fmt"

	"github.com/gnark-accel/gnark-accel/hooks/internal/keys"
	"github.com/gnark-accel/gnark-accel/internal/engine"
)

// ways are the ways to a proof of one witness. No proof leaves that does not verify: it is made
// again, by the device and then without one, and it is found out whose fault it was.
type ways struct {
	// verify returns an error if a proof must not leave.
	verify func(proof any) error
	// destroy overwrites a proof. A wrong one can tell secrets.
	destroy func(proof any)
	// reload has the device's next proof find all that stays there loaded anew.
	reload func() error
	// engine is told whose fault it was.
	engine *engine.Engine
	// errKeyMismatch is the error if the last proof does not verify either.
	errKeyMismatch error

	// again proves once more, with the device and the same settings. It is nil if the device has no
	// part in proofs.
	again func() (any, error)
	// last proves without a device, and with gnark's solver. It is nil if nothing can prove again.
	last func() (any, error)
	// solver returns an error if this module's solver and gnark's disagree on the witness. It
	// turns the former off for the system then.
	solver func() error
	// uncompared: this module's solver was not compared with gnark's before the first proof. A
	// proof that is made again may have another's solution, and says nothing of the device.
	uncompared bool
}

// proof returns the first proof if it verifies, or one that does in its place.
//
// A wrong key makes all proofs wrong. So nothing is blamed, and the device's part of the key is not
// loaded anew, until a proof has verified. A strict engine has the error engine.ErrInvalidResult
// in the place of a proof that was made again.
func (w *ways) proof(first any) (any, error) {
	why := w.verify(first)
	if why == nil {
		w.engine.RightProof()
		return first, nil
	}
	w.destroy(first)
	if w.last == nil {
		return nil, errors.Join(fmt.Errorf("%w: %w", errWithoutWitness, why), w.reload())
	}
	proof, err := w.remade(why)
	if err != nil {
		return nil, err
	}
	if w.engine.Strict() {
		w.destroy(proof)
		return nil, fmt.Errorf("%w: the proof does not verify: %w", engine.ErrInvalidResult, why)
	}
	return proof, nil
}

// errWithoutWitness is the error of a proof from a solution, which cannot be made again.
var errWithoutWitness = errors.New("the proof that was made from a solution does not verify")

// remade makes the proof again, on the device and then without one. Where the solver is as likely
// to be wrong it leaves out the device.
func (w *ways) remade(why error) (any, error) {
	if w.again == nil || w.uncompared {
		return w.remadeLast(1, why)
	}
	proof, err := w.again()
	if err != nil {
		return nil, err
	}
	if w.verify(proof) == nil {
		w.engine.WrongProofs(1, why)
		return proof, nil
	}
	w.destroy(proof)
	return w.remadeLast(2, why)
}

// remadeLast returns the last proof after n wrong ones, and says whose fault these were. An error
// of its prover is one of gnark's solver.
func (w *ways) remadeLast(n int, why error) (any, error) {
	proof, err := w.last()
	if err != nil {
		if differs := w.solver(); differs != nil {
			w.engine.WrongSolution(n, differs)
		}
		return nil, err
	}
	if wrong := w.verify(proof); wrong != nil {
		w.destroy(proof)
		return nil, fmt.Errorf("%w: a proof made without a device does not verify: %w",
			w.errKeyMismatch, wrong)
	}
	switch differs := w.solver(); {
	case differs != nil:
		w.engine.WrongSolution(n, differs)
	case w.again == nil: // no device made it
		w.engine.WithheldProof(why)
	default:
		w.engine.WrongProofs(n, why)
		keys.LogReload(w.reload()) // the proof is right all the same
	}
	return proof, nil
}
