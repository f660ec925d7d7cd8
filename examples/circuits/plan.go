package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/gnark-accel/gnark-accel/accel/memory"
)

// planReport is a plan with its sums, all in bytes.
type planReport struct {
	*memory.Plan
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
	p, err := s.scheme.Plan(s.ccs, s.memoryOptions()...)
	if err != nil {
		return err
	}
	s.report.Plan = &planReport{p, p.Resident(), p.Proof(), p.Scratch(), p.Total()}
	return nil
}

// writePlan prints a plan for people. It has the rows that stay between proofs and their sum, then
// the rows that a proof adds and their sum, then the sum of both.
func writePlan(w io.Writer, r *report) error {
	t := planTable{tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)}
	p, c := r.Plan, r.Circuit
	t.row("limit", p.Limit, "%s, %d constraints; %s over %s", c.Name, c.Constraints, r.Scheme,
		r.Curve)
	if c := p.Proofs; c.Gnark > 0 {
		fmt.Fprintf(t, "proofs\t\t%s; as predicted, %.1f ms on the device, %.1f by gnark, "+
			"%.1f on the CPU\n", c.Way, c.Device, c.Gnark, c.CPU)
	}
	for _, share := range p.Shares {
		t.row(fmt.Sprintf("device %d", share.Device), share.Bytes, "%s", partsOf(share.Parts))
	}
	if len(p.Shares) > 0 {
		fmt.Fprintf(t, "gain\t\t%.1f times as fast as one device, as predicted\n", p.Gain)
		fmt.Fprintf(t, "device %d\t\tin detail:\n", p.Shares[0].Device)
	}
	for _, b := range p.Bases {
		t.row(b.Name, b.Bytes, "%d points, %s%s", b.Points, b.Place, multiples(b))
	}
	t.vectors(p, memory.OnDevice)
	t.row("between proofs", p.Resident, "the rows above together")
	t.vectors(p, memory.EachProof)
	for _, s := range p.Sums {
		t.row(sumName(s), s.Bytes, "%d scalars%s, windows of %d bits, %s",
			s.Scalars, eachOf(s.Vectors), s.Window, pieces(s.Chunks))
	}
	t.row("a proof adds", p.Proof+p.Scratch, "its vectors, and %s for two sums at a time",
		size(p.Scratch))
	t.row("during a proof", p.Total, "both together")
	for _, v := range p.Vectors {
		if v.Place != memory.OnDevice && v.Place != memory.EachProof {
			t.row(v.Name, 0, "%s", v.Place)
		}
	}
	for _, m := range p.Making {
		t.row(m.Name, m.Device, "for a key, before it is loaded")
	}
	for _, warning := range p.Warnings {
		fmt.Fprintf(t, "warning\t\t%s\n", warning)
	}
	return t.Flush()
}

// planTable is the table that -plan prints.
type planTable struct{ *tabwriter.Writer }

func (t planTable) row(label string, bytes uint64, format string, args ...any) {
	fmt.Fprintf(t, "%s\t%s\t%s\n", label, size(bytes), fmt.Sprintf(format, args...))
}

// vectors has a row for each of the plan's vectors in one place.
func (t planTable) vectors(p *planReport, place memory.Place) {
	for _, v := range p.Vectors {
		if v.Place == place {
			t.row(v.Name, v.Bytes, "%s", v.Place)
		}
	}
}

// sumName is "sum over K", or "3 sums over canonical" for sums that run at once.
func sumName(s memory.Sum) string {
	if s.Vectors == 1 {
		return "sum over " + s.Over
	}
	return fmt.Sprintf("%d sums over %s", s.Vectors, s.Over)
}

// partsOf lists the parts of a share.
func partsOf(parts []memory.Part) string {
	all := make([]string, len(parts))
	for i, p := range parts {
		all[i] = p.Name
		if p.To-p.From < p.Of {
			all[i] = fmt.Sprintf("%d to %d of %s", p.From, p.To, p.Name)
		}
	}
	return strings.Join(all, ", ")
}

func multiples(b *memory.Bases) string {
	if b.Multiples < 2 {
		return ""
	}
	return fmt.Sprintf(" with %d multiples, windows of %d bits", b.Multiples, b.Window)
}

func eachOf(vectors int) string {
	if vectors == 1 {
		return ""
	}
	return " each"
}

func pieces(chunks int) string {
	if chunks == 1 {
		return "in one piece"
	}
	return fmt.Sprintf("in %d pieces", chunks)
}
