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

	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
)

// countedCircuit is a line of -count: a circuit of one size with its constraints by proof system.
type countedCircuit struct {
	Circuit     string         `json:"circuit"`
	Curve       string         `json:"curve"`
	Size        string         `json:"size"`
	Constraints map[string]int `json:"constraints"`
}

// count compiles circuits in each size and prints their numbers of constraints.
func count(ctx context.Context, w io.Writer, s settings, p *progress) error {
	setLogger(p, s.verbose)
	var lines []countedCircuit
	for _, c := range catalog.All() {
		if s.circuit != nil && s.circuit.Name() != c.Name() {
			continue
		}
		for _, curve := range countedCurves(c, s.curve) {
			for _, size := range s.count {
				line, err := countOne(ctx, p, c, curve, size)
				if s.circuit == nil && errors.Is(err, catalog.ErrUnsupportedOption) {
					continue // nobody asked for this circuit in this size
				}
				if err != nil {
					return err
				}
				lines = append(lines, line)
			}
		}
	}
	if s.json {
		return writeJSON(w, lines)
	}
	fmt.Fprintf(w, "| circuit | curve | size |%s\n|---|---|---|%s\n",
		cells(proving.Names()), strings.Repeat("--:|", len(proving.Schemes)))
	for _, line := range lines {
		var numbers []string
		for _, name := range proving.Names() {
			numbers = append(numbers, strconv.Itoa(line.Constraints[name]))
		}
		if _, err := fmt.Fprintf(w, "| %s | %s | %s |%s\n", line.Circuit, line.Curve, line.Size,
			cells(numbers)); err != nil {
			return err
		}
	}
	return nil
}

func cells(texts []string) string { return " " + strings.Join(texts, " | ") + " |" }

// countOne compiles a circuit of one size for each proof system.
func countOne(ctx context.Context, p *progress, c catalog.Circuit, curve ecc.ID,
	size int) (countedCircuit, error) {
	line := countedCircuit{
		Circuit: c.Name(), Curve: curveName(curve), Constraints: map[string]int{},
	}
	for _, scheme := range proving.Schemes {
		title := fmt.Sprintf("%s of size %d over %s for %s", c.Name(), size, line.Curve,
			scheme.Name)
		_, err := phase(ctx, p, title, func() error {
			made, err := proving.Compile(c.Name(), line.Curve, 1, scheme.Builder,
				catalog.WithSize(size))
			if err == nil {
				line.Size = made.Size
				line.Constraints[scheme.Name] = made.System.GetNbConstraints()
			}
			return err
		})
		if err != nil {
			return line, fmt.Errorf("%s: %w", title, err)
		}
	}
	return line, nil
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
