package main

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/gnark-accel/gnark-accel/accel"
)

// planReport is a plan with its sums, all in bytes.
type planReport struct {
	*accel.MemoryPlan
	Resident uint64 `json:"resident"` // between proofs
	Proof    uint64 `json:"proof"`    // for a proof, in addition
	Scratch  uint64 `json:"scratch"`  // for its sums, in addition
	Total    uint64 `json:"total"`
}

// planMemory compiles the circuit and plans for it.
func (s *session) planMemory() error {
	if err := s.build(); err != nil {
		return err
	}
	p, err := s.scheme.plan(s.ccs, s.memoryOptions()...)
	if err != nil {
		return err
	}
	s.report.Plan = &planReport{p, p.Resident(), p.Proof(), p.Scratch(), p.Total()}
	return nil
}

// writePlan prints a plan for people.
func writePlan(w io.Writer, r *report) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	row := func(label string, bytes uint64, format string, args ...any) {
		fmt.Fprintf(t, "%s\t%s\t%s\n", label, size(bytes), fmt.Sprintf(format, args...))
	}
	p := r.Plan
	row("limit", p.Limit, "%s, %d constraints; %s over %s", r.Circuit.Name, r.Circuit.Constraints, r.Scheme, r.Curve)
	for _, b := range p.Bases {
		row(b.Name, b.Bytes, "%d points, %s%s", b.Points, b.Place, multiples(b))
	}
	for _, v := range p.Vectors {
		row(v.Name, v.Bytes, "%s", v.Place)
	}
	for _, s := range p.Sums {
		row("sum over "+s.Over, s.Bytes, "%d scalars%s, windows of %d bits, %s", s.Scalars, atOnce(s.Vectors), s.Window, pieces(s.Chunks))
	}
	row("between proofs", p.Resident, "")
	row("a proof", p.Total, "of which %s for two sums at a time", size(p.Scratch))
	for _, warning := range p.Warnings {
		fmt.Fprintf(t, "warning\t\t%s\n", warning)
	}
	return t.Flush()
}

func multiples(b *accel.PlannedBases) string {
	if b.Multiples < 2 {
		return ""
	}
	return fmt.Sprintf(" with %d multiples, windows of %d bits", b.Multiples, b.Window)
}

func atOnce(vectors int) string {
	if vectors == 1 {
		return ""
	}
	return fmt.Sprintf(", %d times at once", vectors)
}

func pieces(chunks int) string {
	if chunks == 1 {
		return "in one piece"
	}
	return fmt.Sprintf("in %d pieces", chunks)
}

// size writes a number of bytes with a binary unit.
func size(bytes uint64) string {
	if bytes == 0 {
		return "-"
	}
	value, unit := float64(bytes), 0
	for value >= 1024 && unit < 4 {
		value, unit = value/1024, unit+1
	}
	return fmt.Sprintf("%.4g %s", value, [...]string{"bytes", "KiB", "MiB", "GiB", "TiB"}[unit])
}
