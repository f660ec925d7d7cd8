package results

import (
	"cmp"
	"strconv"
	"strings"
)

// Curve is a curve's name as papers write it: BLS12-377.
func Curve(key string) string { return strings.ToUpper(key) }

// schemes and builders as papers and gnark write them.
var names = map[string]string{
	"groth16": "Groth16", "plonk": "PLONK", "r1cs": "R1CS", "scs": "SparseR1CS",
}

// Known is the name of a scheme or a builder, or else the key.
func Known(key string) string { return cmp.Or(names[key], key) }

// Join lists the parts that are not empty.
func Join(parts ...string) string {
	var all []string
	for _, part := range parts {
		if part != "" {
			all = append(all, part)
		}
	}
	return strings.Join(all, ", ")
}

// Number is a setting that is a number, with its thousands apart.
func Number(text string) string {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return text
	}
	return count(n)
}
