// Package proving has circuits with witnesses, and both proof systems of ours and of gnark's.
package proving

import (
	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/frontend"
	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
)

// Instance is a compiled circuit with its witness.
type Instance struct {
	System       constraint.ConstraintSystem
	Full, Public witness.Witness
	Size         string // that was chosen, as "99 hashes"
}

// Compile compiles a circuit that comes close to a number of constraints.
func Compile(
	circuit catalog.Circuit, curve ecc.ID, constraints int, builder frontend.NewBuilder,
	options ...catalog.Option,
) (*Instance, error) {
	made, err := circuit.New(curve, constraints, append(options, catalog.WithBuilder(builder))...)
	if err != nil {
		return nil, err
	}
	i, field := &Instance{Size: made.Size}, curve.ScalarField()
	if i.System, err = frontend.Compile(field, builder, made.Circuit); err != nil {
		return nil, err
	}
	if i.Full, err = frontend.NewWitness(made.Assignment, field); err != nil {
		return nil, err
	}
	i.Public, err = i.Full.Public()
	return i, err
}
