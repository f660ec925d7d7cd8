package catalog

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/frontend"
)

// ErrUnknownCircuit is returned by [Lookup] for a name that is not in the catalogue.
var ErrUnknownCircuit = errors.New("unknown circuit")

// ErrUnsupportedCurve is returned for a curve that a circuit cannot be built for. See [Circuit].
var ErrUnsupportedCurve = errors.New("unsupported curve")

// ErrUnsupportedOption is returned for an option that a circuit does not have.
var ErrUnsupportedOption = errors.New("unsupported option")

// Circuit is an entry of the catalogue: a family of circuits of growing size.
type Circuit interface {
	// Name is the short name under which [Lookup] finds the circuit.
	Name() string
	// Description names the proved statement in one line.
	Description() string
	// Scaling names in one line the quantity that the number of constraints depends on. Counts in
	// it are for R1CS over BN254.
	Scaling() string
	// Curves lists the curves over whose scalar fields the circuit can be built: [Curves], or some
	// of them.
	Curves() []ecc.ID
	// New builds the circuit over the scalar field of curve. It chooses the size whose number of
	// constraints comes closest to constraints, as far as that can be told from the smallest sizes.
	// For 1 it is the smallest size. A circuit that does not scale, or not that far, comes in its
	// nearest size: count the constraints of the compiled circuit.
	New(curve ecc.ID, constraints int, opts ...Option) (Instance, error)
}

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
	return nil, fmt.Errorf("%w %q: there are %s", ErrUnknownCircuit, name,
		strings.Join(names, ", "))
}
