package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/consensys/gnark-crypto/ecc"

	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
)

// writeList prints the circuits that can be built over the curve, a line each.
func (s *settings) writeList(w io.Writer) error {
	var t table
	for _, c := range catalog.All() {
		if s.curve == ecc.UNKNOWN || slices.Contains(c.Curves(), s.curve) {
			t.row(c.Name(), "%s\t%s", c.Description(), c.Scaling())
		}
	}
	return t.write(w)
}

// writeCounts prints the constraints of circuits in each size and for both proof systems, in
// Markdown.
func (s *settings) writeCounts(w io.Writer) error {
	fmt.Fprintf(w, "| circuit | curve | size | %s |\n|---|---|---|%s\n",
		strings.Join(proving.Names(), " | "), strings.Repeat("--:|", len(proving.Schemes)))
	for _, c := range catalog.All() {
		if s.circuit != nil && s.circuit.Name() != c.Name() {
			continue
		}
		for _, curve := range s.countedCurves(c) {
			for _, size := range s.count {
				err := writeCount(w, c, curve, size)
				if s.circuit == nil && errors.Is(err, catalog.ErrUnsupportedOption) {
					continue // nobody asked for this circuit in this size
				}
				if err != nil {
					return fmt.Errorf("%s of size %d: %w", c.Name(), size, err)
				}
			}
		}
	}
	return nil
}

// writeCount compiles a circuit for each proof system, and prints its line.
func writeCount(w io.Writer, c catalog.Circuit, curve ecc.ID, size int) error {
	var line strings.Builder
	for i, scheme := range proving.Schemes {
		made, err := proving.Compile(c.Name(), catalog.CurveName(curve), 1, scheme.Builder,
			catalog.WithSize(size))
		if err != nil {
			return err
		}
		if i == 0 {
			fmt.Fprintf(&line, "| %s | %s | %s |", c.Name(), catalog.CurveName(curve), made.Size)
		}
		fmt.Fprintf(&line, " %d |", made.System.GetNbConstraints())
	}
	_, err := fmt.Fprintln(w, line.String())
	return err
}

// countedCurves are the curves that a circuit is counted over: the wanted one if it is the
// circuit's. Without one they are the first of all, or the few that the circuit was made for.
func (s *settings) countedCurves(c catalog.Circuit) []ecc.ID {
	all := c.Curves()
	switch {
	case s.curve != ecc.UNKNOWN:
		return slices.DeleteFunc(all, func(id ecc.ID) bool { return id != s.curve })
	case len(all) == len(catalog.Curves()):
		return all[:1]
	default:
		return all
	}
}
