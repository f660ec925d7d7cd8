package curve

import (
	"fmt"
	"path"
	"reflect"
	"strings"

	"github.com/consensys/gnark-crypto/ecc"
)

// NameOf names the curve of one of gnark's objects as ecc.ID.String does. It asks the object's
// method or, as keys of PLONK have none, takes the package of its type. Systems over small fields
// have no curve, for which ecc.ID.String panics: they are named by their type.
func NameOf(object any) string {
	if o, ok := object.(interface{ CurveID() ecc.ID }); ok && o.CurveID() != ecc.UNKNOWN {
		return o.CurveID().String()
	}
	if t := reflect.TypeOf(object); t != nil && t.Kind() == reflect.Pointer {
		if of := t.Elem().PkgPath(); strings.Contains(of, "/backend/plonk/") {
			return strings.ReplaceAll(path.Base(of), "-", "_")
		}
	}
	return fmt.Sprintf("%T", object)
}
