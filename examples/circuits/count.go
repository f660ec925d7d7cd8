package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/frontend"

	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
)

// count compiles circuits in each size and prints their numbers of constraints, in Markdown.
func count(ctx context.Context, w io.Writer, s settings, p *progress) error {
	setLogger(p, s.verbose)
	rows := []string{
		row("circuit", "curve", "size", strings.Join(proving.Names(), " | ")),
		"|---|---|---|" + strings.Repeat("--:|", len(proving.Schemes)),
	}
	for _, c := range catalog.All() {
		if s.circuit != nil && s.circuit.Name() != c.Name() {
			continue
		}
		for _, curve := range countedCurves(c, s.curve) {
			for _, size := range s.count {
				counted, err := countOne(ctx, p, c, curve, size)
				if s.circuit == nil && errors.Is(err, catalog.ErrUnsupportedOption) {
					continue // nobody asked for this circuit in this size
				}
				if err != nil {
					return err
				}
				rows = append(rows, counted)
			}
		}
	}
	_, err := fmt.Fprintln(w, strings.Join(rows, "\n"))
	return err
}

// row is a row of a table.
func row(cells ...string) string { return "| " + strings.Join(cells, " | ") + " |" }

// countOne returns the row of a circuit of one size, which it compiles for each proof system.
func countOne(ctx context.Context, p *progress, c catalog.Circuit, curve ecc.ID,
	size int) (string, error) {
	cells := []string{c.Name(), curveName(curve), ""}
	for _, scheme := range proving.Schemes {
		title := fmt.Sprintf("%s of size %d over %s for %s", c.Name(), size, cells[1], scheme.Name)
		_, err := phase(ctx, p, title, func() error {
			instance, err := c.New(curve, 1, catalog.WithSize(size))
			if err != nil {
				return err
			}
			ccs, err := frontend.Compile(curve.ScalarField(), scheme.Builder, instance.Circuit)
			if err != nil {
				return err
			}
			cells[2] = instance.Size
			cells = append(cells, strconv.Itoa(ccs.GetNbConstraints()))
			return nil
		})
		if err != nil {
			return "", fmt.Errorf("%s: %w", title, err)
		}
	}
	return row(cells...), nil
}

// countedCurves are the curves that a circuit is counted over: the wanted one if the circuit is for
// it. Without one they are the first, or all that the circuit was made for if these are few.
func countedCurves(c catalog.Circuit, wanted ecc.ID) []ecc.ID {
	all := c.Curves()
	switch {
	case wanted != ecc.UNKNOWN && slices.Contains(all, wanted):
		return []ecc.ID{wanted}
	case wanted != ecc.UNKNOWN:
		return nil
	case len(all) == len(catalog.Curves()):
		return all[:1]
	default:
		return all
	}
}

// parseSizes reads sizes, separated by commas.
func parseSizes(text string) (sizes []int, err error) {
	for word := range strings.SplitSeq(text, ",") {
		size, err := strconv.Atoi(strings.TrimSpace(word))
		if err != nil || size < 1 {
			return nil, fmt.Errorf("-count %q: want sizes of at least 1, separated by commas", text)
		}
		sizes = append(sizes, size)
	}
	return sizes, nil
}
