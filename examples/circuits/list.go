package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/consensys/gnark-crypto/ecc"

	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
)

// writeList prints the circuits that can be built over the curve, a line each.
func (p *program) writeList() {
	for _, c := range catalog.All() {
		if p.curve == ecc.UNKNOWN || slices.Contains(c.Curves(), p.curve) {
			p.row(c.Name(), "%s\t%s", c.Description(), c.Scaling())
		}
	}
}

// writeCounts prints the constraints of a circuit in each size, for both proof systems. It is a
// table in Markdown. Without a curve it has the first, or the few that the circuit was made for.
func (p *program) writeCounts(w io.Writer) error {
	curves := p.circuit.Curves()
	if p.curve != ecc.UNKNOWN {
		curves = []ecc.ID{p.curve}
	} else if len(curves) == len(catalog.Curves()) {
		curves = curves[:1]
	}
	fmt.Fprintf(w, "| circuit | curve | size | %s |\n|---|---|---|%s\n",
		strings.Join(proving.Names(), " | "), strings.Repeat("--:|", len(proving.Schemes)))
	for _, curve := range curves {
		for _, size := range p.count {
			line, err := countOf(p.circuit, curve, size)
			if err != nil {
				return fmt.Errorf("%s of size %d: %w", p.circuit.Name(), size, err)
			}
			fmt.Fprintln(w, line)
		}
	}
	return nil
}

// countOf compiles a circuit for each proof system, and returns its line.
func countOf(circuit catalog.Circuit, curve ecc.ID, size int) (line string, err error) {
	for i, scheme := range proving.Schemes {
		made, err := catalog.Compile(circuit, curve, 1, scheme.Builder, catalog.WithSize(size))
		if err != nil {
			return "", err
		}
		if i == 0 {
			line = fmt.Sprintf("| %s | %s | %s |", circuit.Name(), catalog.CurveName(curve),
				made.Size)
		}
		line += fmt.Sprintf(" %d |", made.System.GetNbConstraints())
	}
	return line, nil
}
