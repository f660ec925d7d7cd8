package circuit

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"reflect"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/curve"
)

// Scheme names a proof system.
type Scheme string

// The proof systems.
const (
	Groth16 Scheme = "groth16"
	PLONK   Scheme = "plonk"
)

// Options are those options of gnark's provers that proofs of a circuit need.
type Options struct {
	// Solidity makes proofs for gnark's verifiers in Solidity.
	Solidity bool `json:"solidity,omitempty"`
	// StatisticalZK has PLONK hide the quotient statistically.
	StatisticalZK bool `json:"statisticalZK,omitempty"`
}

// Part is a file of a circuit.
type Part struct {
	Digest string `json:"digest"` // SHA-256, in hexadecimal
	Size   int64  `json:"size"`   // in bytes
}

// Manifest describes a circuit: its files, and the abilities that a worker needs to prove it.
type Manifest struct {
	Digest string `json:"digest"`
	// Names point at the circuit. They are stored beside the manifest, and added to lists.
	Names        []string `json:"names,omitempty"`
	Scheme       Scheme   `json:"scheme"`
	Curve        string   `json:"curve"`
	Options      Options  `json:"options"`
	System       Part     `json:"system"`
	ProvingKey   Part     `json:"provingKey"`
	VerifyingKey Part     `json:"verifyingKey"`
	GnarkVersion string   `json:"gnarkVersion"` // of the module; see VersionOf
	Hints        []Hint   `json:"hints,omitempty"`
	Constraints  int      `json:"constraints"`
	Public       int      `json:"public"` // the number of public inputs
	Secret       int      `json:"secret"` // the number of secret inputs
}

// ManifestOf describes files that nobody has read yet. Its digest is made of all that it is given.
func ManifestOf(scheme Scheme, options Options, curve string, files Files) Manifest {
	m := Manifest{
		Scheme: scheme, Curve: curve, Options: options, System: files[System].Part,
		ProvingKey: files[ProvingKey].Part, VerifyingKey: files[VerifyingKey].Part,
	}
	digest := sha256.Sum256(fmt.Appendf(nil, "gnark-prover circuit 1\n%s %s "+
		"{Solidity:%t StatisticalZK:%t}\n%s %s %s\n", scheme, curve, options.Solidity,
		options.StatisticalZK, m.System.Digest, m.ProvingKey.Digest, m.VerifyingKey.Digest))
	m.Digest = hex.EncodeToString(digest[:])
	return m
}

// Bytes is the size of all files.
func (m *Manifest) Bytes() int64 { return m.System.Size + m.ProvingKey.Size + m.VerifyingKey.Size }

// curveOf returns the curve of that name, as its String method spells it.
func curveOf(name string) (ecc.ID, error) {
	for _, id := range curve.IDs() {
		if id.String() == name {
			return id, nil
		}
	}
	return ecc.UNKNOWN, fmt.Errorf("%w: curve %q; there are %v", ErrMalformed, name, curve.IDs())
}

// coreOf returns the part of a system that all fields have. gnark's types over all curves embed it.
func coreOf(ccs constraint.ConstraintSystem) *constraint.System {
	core := reflect.ValueOf(ccs).Elem().FieldByName("System")
	return core.Addr().Interface().(*constraint.System)
}
