package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// column is one of a table of proofs: its heading, and the text of its cell.
type column struct {
	heading string
	cell    func(*results.Proof) string
}

// proofColumns are the columns of every table of proofs.
var proofColumns = []column{
	{"proof", named},
	{"constraints", func(p *results.Proof) string { return spaced(p.Constraints) }},
	{"first", firstProof},
	{"after loading", afterLoading},
	{"median", func(p *results.Proof) string { return duration(p.Prove.Median) }},
	{"beyond the solver", beyondSolver},
	{"verification", func(p *results.Proof) string { return medianOf(p.Verification) }},
	{"without it", func(p *results.Proof) string { return medianOf(p.Unverified) }},
	{"with gnark's solver", func(p *results.Proof) string { return medianOf(p.GnarkSolver) }},
	{"a minute", perMinute},
	{"device idle", deviceIdle},
	{"host memory", hostMemory},
}

// gnarksColumns follow in tables of proofs beside gnark's.
var gnarksColumns = []column{
	{"gnark's median", func(p *results.Proof) string { return duration(p.Gnark.Median) }},
	{"times faster", func(p *results.Proof) string { return short(timesFaster(p)) }},
}

// proofTable has a line for each proof, and leaves out columns that would be empty.
func proofTable(proofs []*results.Proof, columns []column) (header []string, table [][]string) {
	columns = slices.DeleteFunc(slices.Clone(columns), func(c column) bool {
		return !slices.ContainsFunc(proofs, func(p *results.Proof) bool { return c.cell(p) != "" })
	})
	for _, c := range columns {
		header = append(header, c.heading)
	}
	for _, p := range proofs {
		var line []string
		for _, c := range columns {
			line = append(line, c.cell(p))
		}
		table = append(table, line)
	}
	return header, table
}

// proofsOf returns the proofs of rows that are, or are not, beside gnark's.
func proofsOf(rows []results.Row, besideGnarks bool) (proofs []*results.Proof) {
	for _, row := range rows {
		if p := row.Proof; p != nil && (p.Gnark != nil) == besideGnarks {
			proofs = append(proofs, p)
		}
	}
	return proofs
}

// named is a proof's name with its settings.
func named(p *results.Proof) string {
	return strings.TrimSuffix(proofName(p)+", "+proofSetting(p), ", ")
}

// firstProof is the time of the first proof, with the loading of the key. A stream uses the keys of
// another line.
func firstProof(p *results.Proof) string {
	if p.Stream > 0 {
		return ""
	}
	return duration(p.First)
}

// afterLoading is the part of the first proof after the key was loaded, and its solver's part.
func afterLoading(p *results.Proof) string {
	switch {
	case p.Stream > 0 || p.Load == 0:
		return ""
	case p.FirstSolve > 0:
		return fmt.Sprintf("%s, solver %s", duration(p.First-p.Load), duration(p.FirstSolve))
	default:
		return duration(p.First - p.Load)
	}
}

// medianOf is a median, or nothing for want of a sample.
func medianOf(s *results.Sample) string {
	if s == nil {
		return ""
	}
	return duration(s.Median)
}

// perMinute is the number of proofs a minute where several are made at once.
func perMinute(p *results.Proof) string {
	switch {
	case p.Concurrency == 1 && p.Stream == 0:
		return ""
	case p.Gnark != nil:
		return fmt.Sprintf("%s, gnark's %s", short(p.PerMinute), short(p.GnarkPerMinute))
	default:
		return short(p.PerMinute)
	}
}

// timesFaster is gnark's time divided by ours: of one proof, or of the share of one of several.
func timesFaster(p *results.Proof) float64 {
	if p.Concurrency > 1 {
		return p.PerMinute / p.GnarkPerMinute
	}
	return p.Gnark.Median / p.Prove.Median
}

// deviceIdle is the share of the device's part of a proof in which nothing ran there.
func deviceIdle(p *results.Proof) string {
	if p.Device == nil {
		return ""
	}
	return fmt.Sprintf("%s of %s", percent(p.Device.Idle), duration(p.Device.Part))
}

// hostMemory is what proofs had on the host beyond system, witness and keys. The plan's figure and
// gnark's follow where they are known.
func hostMemory(p *results.Proof) string {
	if p.HostBytes == 0 {
		return ""
	}
	text := bytesText(p.HostBytes)
	if p.HostPlanned > 0 {
		text += ", planned " + bytesText(p.HostPlanned)
	}
	if p.GnarkHostBytes > 0 {
		text += ", gnark's " + bytesText(p.GnarkHostBytes)
	}
	return text
}

// beyondSolver is the time of the rounds after the solver's, or nothing.
func beyondSolver(p *results.Proof) string {
	if ms := beyond(p); ms > 0 {
		return duration(ms)
	}
	return ""
}

// beyond is that time in milliseconds, of the proof whose rounds were kept. It is 0 for several
// proofs at once, and for a stream.
func beyond(p *results.Proof) (rest float64) {
	for _, s := range p.Spans {
		if s.Track == results.TrackRounds && s.Name != results.RoundSolver &&
			s.Name != results.RoundVerification {
			rest += s.Took
		}
	}
	if p.Concurrency > 1 || p.Stream > 0 {
		return 0
	}
	return rest
}

// roundTable has a line for each plain proof whose rounds were kept: of each scheme the largest.
func roundTable(rows []results.Row) (table [][]string) {
	for _, p := range largestTimed(rows) {
		var parts []string
		for _, s := range p.Spans {
			if s.Track == results.TrackRounds {
				parts = append(parts, fmt.Sprintf("%s %s", s.Name, short(s.Took)))
			}
		}
		table = append(table, []string{named(p), spaced(p.Constraints), strings.Join(parts, ", ")})
	}
	return table
}

// largestTimed returns, of each scheme, the largest plain proof whose spans were kept.
func largestTimed(rows []results.Row) (proofs []*results.Proof) {
	largest := map[string]*results.Proof{}
	for _, row := range rows {
		p := row.Proof
		if p == nil || len(p.Spans) == 0 || proofSetting(p) != "" {
			continue
		}
		if other := largest[p.Scheme]; other == nil || p.Constraints > other.Constraints {
			largest[p.Scheme] = p
		}
	}
	for _, p := range largest {
		proofs = append(proofs, p)
	}
	slices.SortFunc(proofs, func(a, b *results.Proof) int {
		return cmp.Compare(a.Scheme,
			b.Scheme)
	})
	return proofs
}
