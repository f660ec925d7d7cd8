package results

import (
	"os"
	"strconv"
	"strings"
)

// as names a row by a format such as "${curve}, ${devices} devices". Parts are left out whose
// settings a row has not. A setting that is true has no text of its own.
func (r *Row) as(format string) string {
	var name []string
	for part := range strings.SplitSeq(format, ", ") {
		known := part != ""
		part = os.Expand(part, func(setting string) string {
			known = known && r.Setting[setting] != ""
			return textOf(setting, r.Setting[setting])
		})
		if known {
			name = append(name, part)
		}
	}
	return strings.Join(name, ", ")
}

// names are those of schemes and builders, as papers and gnark write them.
var names = map[string]string{
	"groth16": "Groth16", "plonk": "PLONK", "r1cs": "R1CS", "scs": "SparseR1CS", "true": "",
}

// textOf is the value of a setting as pages write it: curves and groups as papers do.
func textOf(setting, value string) string {
	switch setting {
	case "curve", "group":
		return strings.ToUpper(value)
	case "memory":
		bytes, _ := strconv.ParseFloat(value, 64) // 0 is shown as nothing
		return size(bytes)
	}
	if name, known := names[value]; known {
		return name
	}
	return value
}
