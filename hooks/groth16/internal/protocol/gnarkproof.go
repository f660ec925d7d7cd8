package protocol

import (
	"errors"

	"github.com/consensys/gnark/backend/witness"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/system"
	"github.com/gnark-accel/gnark-accel/hooks/internal/proof"
)

// smallSystem is the number of constraints whose equation takes no longer than a small proof. It is
// made before the solver runs; that of a larger system is made beside the solver.
const smallSystem = 1 << 14

// knownSoon says whether it is known before the solver runs if there is an equation.
func (p *proving[P1, P2, E]) knownSoon() bool {
	_, known := p.equations.ready(p.system, p.key)
	return p.Witness != nil && (known || p.system.GetNbConstraints() <= smallSystem)
}

// leaveToGnark leaves a whole proof to gnark where nothing could verify one of ours. Then there is
// neither a verifying key, nor the verifier's [equation].
func (p *proving[P1, P2, E]) leaveToGnark() error {
	if !p.keyless() {
		return nil
	}
	_, err := p.equations.of(&p.over.Curve, p.system, p.key)
	if !errors.Is(err, errUnwritten) {
		return err
	}
	if p.Witness == nil {
		if p.Witness, err = witnessOf(p.system, p.solution.Wires); err != nil {
			return err
		}
	}
	p.solution = nil
	p.Release()
	p.attachment.verifiedBy(byNothing)
	return proof.ErrLeft
}

// witnessOf returns the witness that a solution begins with, behind the constant wire.
func witnessOf[E any](sys *system.System[E], wires []E) (witness.Witness, error) {
	public, secret := sys.GetNbPublicVariables()-1, sys.GetNbSecretVariables()
	values := make(chan any, public+secret)
	for _, value := range wires[1 : 1+public+secret] {
		values <- value
	}
	close(values)
	w, err := witness.New(sys.System.Field())
	if err != nil {
		return nil, err
	}
	return w, w.Fill(public, secret, values)
}
