package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
)

// writePlan compiles the circuit, and prints how a device's memory would serve it. The rows that
// stay between proofs come first, then the rows that a proof adds, then both together.
func (s *settings) writePlan(w io.Writer) error {
	circuit, err := s.build()
	if err != nil {
		return err
	}
	p, err := s.scheme.Plan(circuit.System, s.memoryOptions()...)
	if err != nil {
		return err
	}
	t := &planTable{}
	t.row("limit", p.Limit, "%s, %d constraints; %s over %s", s.circuit.Name(),
		circuit.System.GetNbConstraints(), s.scheme.Name, catalog.CurveName(s.curve))
	t.ways(p)
	for _, b := range p.Bases {
		t.row(b.Name, b.Bytes, "%d points, %s%s", b.Points, b.Place, multiples(b))
	}
	t.vectors(p, accel.OnDevice)
	t.row("between proofs", p.Resident(), "the rows above together")
	t.vectors(p, accel.EachProof)
	for _, s := range p.Sums {
		t.row(sumName(s), s.Bytes, "%d scalars%s, windows of %d bits, %s",
			s.Scalars, eachOf(s.Vectors), s.Window, pieces(s.Chunks))
	}
	t.row("a proof adds", p.Proof()+p.Scratch(), "its vectors, and %s for two sums at a time",
		size(p.Scratch()))
	t.row("during a proof", p.Total(), "both together")
	t.rest(p)
	return t.write(w)
}

// planTable is the table that -plan prints.
type planTable struct{ table }

func (t *planTable) row(label string, bytes uint64, format string, args ...any) {
	t.table.row(label, "%s\t%s", size(bytes), fmt.Sprintf(format, args...))
}

// ways adds where small proofs are made, and the devices' shares of a key.
func (t *planTable) ways(p *accel.MemoryPlan) {
	if c := p.Proofs; c.Gnark > 0 {
		t.table.row("proofs", "\t%s; as predicted, %.1f ms on the device, %.1f by gnark, "+
			"%.1f on the CPU", c.Way, c.Device, c.Gnark, c.CPU)
	}
	for _, share := range p.Shares {
		t.row(fmt.Sprintf("device %d", share.Device), share.Bytes, "%s", partsOf(share.Parts))
	}
	if len(p.Shares) > 0 {
		t.table.row("gain", "\t%.1f times as fast as one device, as predicted", p.Gain)
		t.table.row(fmt.Sprintf("device %d", p.Shares[0].Device), "\tin detail:")
	}
}

// vectors has a row for each of the plan's vectors in one place.
func (t *planTable) vectors(p *accel.MemoryPlan, place accel.Place) {
	for _, v := range p.Vectors {
		if v.Place == place {
			t.row(v.Name, v.Bytes, "%s", v.Place)
		}
	}
}

// rest adds the vectors that are on no device, the making of keys, and warnings.
func (t *planTable) rest(p *accel.MemoryPlan) {
	for _, v := range p.Vectors {
		if v.Place != accel.OnDevice && v.Place != accel.EachProof {
			t.row(v.Name, 0, "%s", v.Place)
		}
	}
	for _, m := range p.Making {
		t.row(m.Name, m.Device, "for a key, before it is loaded")
	}
	for _, warning := range p.Warnings {
		t.table.row("warning", "\t%s", warning)
	}
}

// sumName is "sum over K", or "3 sums over canonical" for sums that run at once.
func sumName(s accel.PlannedSum) string {
	if s.Vectors == 1 {
		return "sum over " + s.Over
	}
	return fmt.Sprintf("%d sums over %s", s.Vectors, s.Over)
}

// partsOf lists the parts of a share.
func partsOf(parts []accel.PlannedPart) string {
	all := make([]string, len(parts))
	for i, p := range parts {
		all[i] = p.Name
		if p.To-p.From < p.Of {
			all[i] = fmt.Sprintf("%d to %d of %s", p.From, p.To, p.Name)
		}
	}
	return strings.Join(all, ", ")
}

func multiples(b *accel.PlannedBases) string {
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
