package plonk

import (
	"fmt"
	"path"
	"reflect"
	"strings"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/plonk"
	"github.com/consensys/gnark/constraint"
)

// notSupported is the error for a constraint system or key that there is no prover for.
func notSupported(of any) error {
	return fmt.Errorf("%w: %s", ErrCurveNotSupported, curveOf(of))
}

// mismatch is the error for a key over another curve than the constraint system.
func mismatch(ccs constraint.ConstraintSystem, pk plonk.ProvingKey) error {
	return fmt.Errorf("%w: the system is over %s, the key over %s", ErrKeyMismatch, curveOf(ccs), curveOf(pk))
}

// curveOf names the curve of one of gnark's objects: keys by their package, as they have no method for it, and systems
// over small fields, which have none, by their type.
func curveOf(object any) string {
	if o, ok := object.(interface{ CurveID() ecc.ID }); ok {
		return o.CurveID().String()
	}
	if t := reflect.TypeOf(object); t.Kind() == reflect.Pointer && strings.Contains(t.Elem().PkgPath(), "/backend/plonk/") {
		return strings.ReplaceAll(path.Base(t.Elem().PkgPath()), "-", "_")
	}
	return fmt.Sprintf("%T", object)
}
