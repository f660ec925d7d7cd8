package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/consensys/gnark-crypto/ecc"

	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
)

// newTable returns a table that is printed when it is flushed.
func newTable(w io.Writer) *tabwriter.Writer { return tabwriter.NewWriter(w, 0, 0, 2, ' ', 0) }

// writeList prints the circuits that can be built over the curve, a line each.
func (s *settings) writeList(w io.Writer) error {
	t := newTable(w)
	for _, c := range catalog.All() {
		if s.curve == ecc.UNKNOWN || slices.Contains(c.Curves(), s.curve) {
			fmt.Fprintf(t, "%s\t%s\t%s\n", c.Name(), c.Description(), c.Scaling())
		}
	}
	return t.Flush()
}

// writeCounts prints the constraints of a circuit in each size, for both proof systems. It is a
// table in Markdown. Without a curve it has the first, or the few that the circuit was made for.
func (s *settings) writeCounts(w io.Writer) error {
	curves := s.circuit.Curves()
	if s.curve != ecc.UNKNOWN {
		curves = []ecc.ID{s.curve}
	} else if len(curves) == len(catalog.Curves()) {
		curves = curves[:1]
	}
	fmt.Fprintf(w, "| circuit | curve | size | %s |\n|---|---|---|%s\n",
		strings.Join(proving.Names(), " | "), strings.Repeat("--:|", len(proving.Schemes)))
	for _, curve := range curves {
		for _, size := range s.count {
			line, err := countOf(s.circuit, curve, size)
			if err != nil {
				return fmt.Errorf("%s of size %d: %w", s.circuit.Name(), size, err)
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
