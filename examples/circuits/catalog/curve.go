package catalog

import (
	"fmt"
	"strings"

	"github.com/consensys/gnark-crypto/ecc"
)

// LookupCurve returns the curve of gnark-crypto's name, with hyphens or underscores.
func LookupCurve(name string) (ecc.ID, error) {
	var there []string
	for _, curve := range Curves() {
		known := strings.ReplaceAll(curve.String(), "_", "-")
		if known == strings.ReplaceAll(strings.ToLower(name), "_", "-") {
			return curve, nil
		}
		there = append(there, known)
	}
	return ecc.UNKNOWN, fmt.Errorf("unknown curve %q: there are %s", name,
		strings.Join(there, ", "))
}
