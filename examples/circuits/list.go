package main

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"github.com/consensys/gnark-crypto/ecc"

	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
)

// listing is what -list prints with -json.
type listing struct {
	Circuits []listedCircuit `json:"circuits"`
	Schemes  []string        `json:"schemes"`
	Curves   []string        `json:"curves"` // all that some circuit can be built for
}

type listedCircuit struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	Scaling     string `json:"scaling"`
	// Curves are those that this circuit can be built for.
	Curves []string `json:"curves"`
}

// list prints the catalogue, or what of it can be built over a curve that is not ecc.UNKNOWN: one line a circuit, its name
// first.
func list(w io.Writer, asJSON bool, over ecc.ID) error {
	all := listing{Schemes: schemeNames(), Curves: curveNames()}
	for _, c := range catalog.All() {
		if over != ecc.UNKNOWN && !slices.Contains(c.Curves(), over) {
			continue
		}
		all.Circuits = append(all.Circuits, listedCircuit{c.Name(), c.Description(), c.Scaling(), namesOf(c.Curves())})
	}
	if asJSON {
		return writeJSON(w, all)
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, c := range all.Circuits {
		fmt.Fprintf(t, "%s\t%s\t%s\n", c.Name, c.Description, c.Scaling)
	}
	return t.Flush()
}
