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

// writeTable prints the report for people.
func writeTable(w io.Writer, r *report) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	row := func(label, format string, args ...any) {
		fmt.Fprintf(t, "%s\t%s\n", label, fmt.Sprintf(format, args...))
	}
	row("device", "%s", r.Device)
	if r.Device.Reason != "" {
		row("because", "%s", r.Device.Reason)
	}
	row("circuit", "%s, %s; %s over %s", r.Circuit.Name, r.Circuit.Size, r.Scheme, r.Curve)
	row("constraints", "%d", r.Circuit.Constraints)
	row("compile", "%s", took(r.Times.Compile))
	if r.Times.ReadKeys > 0 {
		row("read keys", "%s", took(r.Times.ReadKeys))
	} else {
		row("setup", "%s", took(r.Times.Setup))
	}
	if r.Prepared != "" {
		row("prepared files", "%s, %d bytes read", r.Prepared, r.PreparedBytes)
	}
	row("key load", "%s", took(r.Times.LoadKey))
	row("solve", "%s", took(r.Times.Solve))
	row("prove", "first %s, median %s, of which %s beyond the solver", took(r.Times.ProveFirst),
		took(r.Times.ProveMedian), took(r.Times.BeyondMedian))
	if len(r.Times.GnarkProve) > 0 {
		row("gnark's prove", "median %s", took(r.Times.GnarkMedian))
		row("speed-up", "%.2f", r.SpeedUp)
	}
	if st := r.Stream; st != nil {
		row("stream", "%d proofs in %s, %s each", st.Proofs, took(st.Milliseconds),
			took(st.PerProof))
		row("overlap", "%.2f of the longer of solver, %s a proof, and the rest, %s; %.2f with the "+
			"solver's time in the stream, %s",
			st.Overlap, took(st.Solver), took(st.Beyond), st.OverlapWithin, took(st.SolverWithin))
	}
	verified := fmt.Sprintf("%d/%d", r.Verified, r.Proofs)
	if r.GnarkProofs > 0 {
		verified += fmt.Sprintf(", gnark's %d/%d", r.GnarkVerified, r.GnarkProofs)
	}
	row("verified", "%s", verified)
	if r.Note != "" {
		row("note", "%s", r.Note)
	}
	return t.Flush()
}

// String names the device that the multi-scalar multiplications ran on.
func (d deviceReport) String() string {
	cpu := fmt.Sprintf("CPU, %d threads", d.Threads)
	if d.Threads == 1 {
		cpu = strings.TrimSuffix(cpu, "s")
	}
	switch {
	case d.Acceleration != "cuda":
		return cpu
	case d.Reason != "":
		return fmt.Sprintf("%s (cuda), in part %s", d.Name, cpu)
	default:
		return fmt.Sprintf("%s (cuda)", d.Name)
	}
}

// listing is the output of -list -json.
type listing struct {
	Circuits []listedCircuit `json:"circuits"`
	Schemes  []string        `json:"schemes"`
	Curves   []string        `json:"curves"` // all that some circuit can be built for
}

type listedCircuit struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	Scaling     string `json:"scaling"`
	// Curves are the curves that this circuit can be built for.
	Curves []string `json:"curves"`
}

// list prints the catalogue, or the part of it that can be built over a curve. It has one line a
// circuit, its name first. The curve ecc.UNKNOWN stands for all.
func list(w io.Writer, asJSON bool, over ecc.ID) error {
	all := listing{Schemes: proving.Names(), Curves: curveNames()}
	for _, c := range catalog.All() {
		if over != ecc.UNKNOWN && !slices.Contains(c.Curves(), over) {
			continue
		}
		all.Circuits = append(all.Circuits, listedCircuit{c.Name(), c.Description(), c.Scaling(),
			namesOf(c.Curves())})
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
