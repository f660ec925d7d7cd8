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
	Curve        ecc.ID
	System       constraint.ConstraintSystem
	Full, Public witness.Witness
	Size         string // that was chosen, as "99 hashes"
}

// Compile compiles a circuit of the catalogue that comes close to a number of constraints.
func Compile(
	circuit, curve string, constraints int, builder frontend.NewBuilder, options ...catalog.Option,
) (*Instance, error) {
	of, err := catalog.Lookup(circuit)
	if err != nil {
		return nil, err
	}
	id, err := catalog.LookupCurve(curve)
	if err != nil {
		return nil, err
	}
	made, err := of.New(id, constraints, append(options, catalog.WithBuilder(builder))...)
	if err != nil {
		return nil, err
	}
	i := &Instance{Curve: id, Size: made.Size}
	if i.System, err = frontend.Compile(id.ScalarField(), builder, made.Circuit); err != nil {
		return nil, err
	}
	if i.Full, err = frontend.NewWitness(made.Assignment, id.ScalarField()); err != nil {
		return nil, err
	}
	i.Public, err = i.Full.Public()
	return i, err
}
