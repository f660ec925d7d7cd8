package catalog

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/frontend"
)

// ErrUnknownCircuit is returned by [Lookup] for a name that is not in the catalogue.
var ErrUnknownCircuit = errors.New("unknown circuit")

// ErrUnsupportedCurve is returned for a curve that a circuit cannot be built for. See [Circuit].
var ErrUnsupportedCurve = errors.New("unsupported curve")

// ErrUnsupportedOption is returned for an option that a circuit does not have.
var ErrUnsupportedOption = errors.New("unsupported option")

// Instance is a circuit of a definite size with its assignments.
type Instance struct {
	// Circuit is the argument of frontend.Compile.
	Circuit frontend.Circuit
	// Assignment satisfies the circuit.
	Assignment frontend.Circuit
	// Invalid does not satisfy it, by as little as possible. It is meant for tests.
	Invalid frontend.Circuit
	// Size names the size that was chosen for the wanted number of constraints, for instance "99
	// hashes".
	Size string
}

// All returns the catalogue, the simplest circuit first.
func All() []Circuit {
	return []Circuit{Cubic, MiMC, SHA256, Merkle, EdDSA, RangeCheck, Rollup, ECDSA, Keccak,
		Recursion, ECMul, ECRecover, Pairing, APK, BatchAppend}
}

// Lookup returns the circuit of that name, or [ErrUnknownCircuit] with the names that there are.
func Lookup(name string) (Circuit, error) {
	all := All()
	if i := slices.IndexFunc(all, func(c Circuit) bool { return c.Name() == name }); i >= 0 {
		return all[i], nil
	}
	names := make([]string, len(all))
	for i, c := range all {
		names[i] = c.Name()
	}
	return Circuit{}, fmt.Errorf("%w %q: there are %s", ErrUnknownCircuit, name,
		strings.Join(names, ", "))
}

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
