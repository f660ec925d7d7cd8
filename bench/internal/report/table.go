package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// WriteTables writes the tables of README as Markdown, for each machine.
func WriteTables(w io.Writer, rows []results.Row) error {
	if len(rows) == 0 {
		return ErrNoRows
	}
	var b strings.Builder
	for i, of := range results.ByMachine(results.Latest(rows)) {
		if i > 0 {
			b.WriteString("\n")
		}
		b.WriteString(machineLine(of[0].Machine) + "\n")
		if header, table := proofTable(of); len(table) > 0 {
			writeMarkdown(&b, header, table)
		}
		if header, table := sumTable(of); len(table) > 0 {
			writeMarkdown(&b, header, table)
		}
		if header, table := transformTable(of); len(table) > 0 {
			writeMarkdown(&b, header, table)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func machineLine(m results.Machine) string {
	host := fmt.Sprintf("%d threads of %s", m.Threads, m.CPU)
	switch m.Device.Kind {
	case results.GPU:
		driver := ""
		if m.Device.Driver != "" {
			driver = " with driver " + m.Device.Driver
		}
		return fmt.Sprintf("On one %s%s and %s, every result checked, every proof verified:", m.Device.Name, driver, host)
	case results.Emulator:
		return fmt.Sprintf("On the emulator, whose times say nothing about a GPU's, and %s:", host)
	default:
		return fmt.Sprintf("On the CPU alone, %s:", host)
	}
}

// proofTable has a line for each proof, first those that are compared with gnark's prover. If some were watched there is a column
// for the idle share of the device.
func proofTable(rows []results.Row) (header []string, table [][]string) {
	rows = slices.Clone(rows)
	slices.SortStableFunc(rows, func(a, b results.Row) int { return cmp.Compare(alone(a.Proof), alone(b.Proof)) })
	header = []string{"scheme, curve, circuit", "constraints", "first proof", "prove, median", "gnark's, median", "speed-up"}
	watched := slices.ContainsFunc(rows, func(row results.Row) bool { return row.Proof != nil && row.Proof.Device != nil })
	if watched {
		header = append(header, "device idle")
	}
	for _, row := range rows {
		p := row.Proof
		if p == nil {
			continue
		}
		line := []string{named(p), spaced(p.Constraints), firstProof(p), proofTime(p)}
		line = append(line, compared(p)...)
		if watched {
			line = append(line, deviceIdle(p))
		}
		table = append(table, line)
	}
	return header, table
}

// named is a proof's name, with what was unusual.
func named(p *results.Proof) string {
	name := proofName(p)
	if setting := proofSetting(p); setting != "" {
		name += ", " + setting
	}
	return name
}

// firstProof is the time of the first proof and its parts. The keys of a stream are another line's.
func firstProof(p *results.Proof) string {
	if p.Stream > 0 {
		return ""
	}
	first := duration(p.First)
	if p.Load > 0 {
		first = fmt.Sprintf("%s, of which %s after loading", first, duration(p.First-p.Load))
		if p.FirstSolve > 0 {
			first += fmt.Sprintf(", the solver %s", duration(p.FirstSolve))
		}
	}
	return first
}

// proofTime is the time of a proof, with the device's part of it or, of many at once, with how many there are a minute.
func proofTime(p *results.Proof) string {
	prove := duration(p.Prove.Median)
	if p.Concurrency > 1 || p.Stream > 0 {
		return fmt.Sprintf("%s, %s a minute", prove, short(p.PerMinute))
	}
	if rest := beyondSolver(p); rest > 0 {
		prove = fmt.Sprintf("%s, of which %s beyond the solver", prove, duration(rest))
	}
	return prove
}

// compared is the time of gnark's proof, and how many times ours it is; both are empty if there is none.
func compared(p *results.Proof) []string {
	switch {
	case p.Gnark == nil:
		return []string{"", ""}
	case p.Concurrency > 1:
		return []string{
			fmt.Sprintf("%s, %s a minute", duration(p.Gnark.Median), short(p.GnarkPerMinute)),
			short(p.PerMinute / p.GnarkPerMinute),
		}
	default:
		return []string{duration(p.Gnark.Median), short(p.Gnark.Median / p.Prove.Median)}
	}
}

// alone is 1 for proofs that are not compared with gnark's.
func alone(p *results.Proof) int {
	if p == nil || p.Gnark == nil {
		return 1
	}
	return 0
}

// deviceIdle says for how much of the part of a proof that is the device's that had nothing to do.
func deviceIdle(p *results.Proof) string {
	if p.Device == nil {
		return ""
	}
	return fmt.Sprintf("%s of %s", percent(p.Device.Idle), duration(p.Device.Part))
}

// beyondSolver is the time, in milliseconds, of the rounds after the solver's in the proof whose rounds were kept.
func beyondSolver(p *results.Proof) (rest float64) {
	for _, s := range p.Spans {
		if s.Lane == results.LaneRounds && s.Name != results.RoundSolver {
			rest += s.Took
		}
	}
	return rest
}

// sumTable has a line for each group and setting, and a column for each size: the median with uniform scalars and, in
// brackets, with a witness's. Lines of gnark-crypto follow their group's.
func sumTable(rows []results.Row) (header []string, table [][]string) {
	var sizes []int
	for _, row := range rows {
		if m := row.MSM; m != nil && shown(m) && !slices.Contains(sizes, m.Log2) {
			sizes = append(sizes, m.Log2)
		}
	}
	slices.Sort(sizes)
	header = []string{"group, milliseconds"}
	for _, size := range sizes {
		header = append(header, fmt.Sprintf("2^%d", size))
	}
	var names []string
	cells := map[string][]*cell{}
	enter := func(name string, size int, distribution string, ms float64) {
		if cells[name] == nil {
			names = append(names, name)
			cells[name] = make([]*cell, len(sizes))
		}
		at := &cells[name][slices.Index(sizes, size)]
		if *at == nil {
			*at = new(cell)
		}
		(*at).enter(distribution, ms)
	}
	for _, row := range rows {
		m := row.MSM
		if m == nil || !shown(m) {
			continue
		}
		name := groupName(m)
		if setting := settingName(m); setting != "" {
			name += ", " + setting
		} else if m.GnarkCrypto != nil {
			enter(name+", gnark-crypto on the CPU", m.Log2, m.Distribution, m.GnarkCrypto.Median)
		}
		enter(name, m.Log2, m.Distribution, m.Time.Median)
	}
	for _, name := range ownLineFirst(names) {
		line := []string{name}
		for _, c := range cells[name] {
			line = append(line, c.String())
		}
		table = append(table, line)
	}
	return header, table
}

// transformTable has a line for each field and kind of transform, and a column for each size. Lines of gnark-crypto follow.
func transformTable(rows []results.Row) (header []string, table [][]string) {
	var sizes []int
	var names []string
	cells := map[string]map[int]string{}
	enter := func(name string, size int, ms float64) {
		if cells[name] == nil {
			names = append(names, name)
			cells[name] = map[int]string{}
		}
		cells[name][size] = fine(ms)
	}
	for _, row := range rows {
		n := row.NTT
		if n == nil {
			continue
		}
		if !slices.Contains(sizes, n.Log2) {
			sizes = append(sizes, n.Log2)
		}
		name := known(curveNames, n.Curve) + ", " + n.Transform
		enter(name, n.Log2, n.Time.Median)
		if n.GnarkCrypto != nil {
			enter(name+", gnark-crypto on the CPU", n.Log2, n.GnarkCrypto.Median)
		}
	}
	slices.Sort(sizes)
	header = []string{"transform, milliseconds"}
	for _, size := range sizes {
		header = append(header, fmt.Sprintf("2^%d", size))
	}
	for _, name := range names {
		line := []string{name}
		for _, size := range sizes {
			line = append(line, cells[name][size])
		}
		table = append(table, line)
	}
	return header, table
}

// ownLineFirst orders lines so that those of a group stand together, the one without a setting first.
func ownLineFirst(names []string) []string {
	rank := map[string]int{}
	group := func(name string) string { before, _, _ := strings.Cut(name, ","); return before }
	for _, name := range names {
		if _, ok := rank[group(name)]; !ok {
			rank[group(name)] = len(rank)
		}
	}
	slices.SortStableFunc(names, func(a, b string) int {
		return cmp.Or(rank[group(a)]-rank[group(b)], min(1, strings.Count(a, ","))-min(1, strings.Count(b, ",")))
	})
	return names
}

// shown says whether an MSM is one of the table's.
func shown(m *results.MSM) bool { return m.Distribution == "uniform" || m.Distribution == "witness" }

// cell has the two medians of a size.
type cell struct{ uniform, witness string }

func (c *cell) enter(distribution string, ms float64) {
	if distribution == "uniform" {
		c.uniform = short(ms)
	} else {
		c.witness = short(ms)
	}
}

// String is "uniform (witness)", or what there is of it.
func (c *cell) String() string {
	switch {
	case c == nil:
		return ""
	case c.witness == "":
		return c.uniform
	default:
		return strings.TrimSpace(c.uniform + " (" + c.witness + ")")
	}
}

// writeMarkdown writes a table after an empty line.
func writeMarkdown(b *strings.Builder, header []string, table [][]string) {
	b.WriteString("\n| " + strings.Join(header, " | ") + " |\n|" + strings.Repeat("---|", len(header)) + "\n")
	for _, line := range table {
		b.WriteString("| " + strings.Join(line, " | ") + " |\n")
	}
}
