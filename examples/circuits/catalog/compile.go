package catalog

import (
	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/frontend"
)

// Compiled is a compiled circuit with its witness.
type Compiled struct {
	System       constraint.ConstraintSystem
	Full, Public witness.Witness
	Size         string // that was chosen, as "99 hashes"
}

// Compile compiles a circuit that comes close to a number of constraints.
func Compile(
	circuit Circuit, curve ecc.ID, constraints int, builder frontend.NewBuilder,
	options ...Option,
) (*Compiled, error) {
	made, err := circuit.New(curve, constraints, append(options, WithBuilder(builder))...)
	if err != nil {
		return nil, err
	}
	i, field := &Compiled{Size: made.Size}, curve.ScalarField()
	if i.System, err = frontend.Compile(field, builder, made.Circuit); err != nil {
		return nil, err
	}
	if i.Full, err = frontend.NewWitness(made.Assignment, field); err != nil {
		return nil, err
	}
	i.Public, err = i.Full.Public()
	return i, err
}
