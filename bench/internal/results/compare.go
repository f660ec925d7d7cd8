package results

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"golang.org/x/perf/benchmath"
	"golang.org/x/perf/benchunit"
)

// Errors of a comparison.
var (
	// ErrNothing: no configuration is in both sets.
	ErrNothing = errors.New("nothing was measured in both, on the same kind of device")
	// ErrMachines: the sets come from different machines, so that no threshold can be applied.
	ErrMachines = errors.New("measured on different machines")
	// ErrSlower: the new set is slower than the threshold allows.
	ErrSlower = errors.New("slower than the threshold")
)

// line compares our times of one configuration.
type line struct {
	name     string            // of the kind of device and the configuration
	old, new benchmath.Summary // seconds
	benchmath.Comparison
}

// ratio of the new median to the old.
func (l *line) ratio() float64 { return l.new.Center / l.old.Center }

// Comparison of two sets.
type Comparison struct {
	lines    []line
	lonely   []string // says which rows are in one set alone
	machines string   // how they differ, or empty
	mean     float64  // geometric, of the ratios of our times
}

// Compare compares configurations that are in both sets, measured on the same kind of device. It
// makes no assumption on how times are distributed: medians, and the Mann-Whitney test.
func Compare(older, newer []*Row) (*Comparison, error) {
	older, newer = latest(older), latest(newer)
	before, after := samples(older), samples(newer)
	c, logarithms := new(Comparison), 0.0
	for _, rows := range group(slices.Concat(older, newer), (*Row).onKind) {
		name, assume := rows[0].onKind(), benchmath.AssumeNothing
		old, now := before[name], after[name]
		switch {
		case now == nil:
			c.lonely = append(c.lonely, "only in the old results: "+name)
		case old == nil:
			c.lonely = append(c.lonely, "only in the new results: "+name)
		default:
			l := line{name, assume.Summary(old, 0.95), assume.Summary(now, 0.95),
				assume.Compare(old, now)}
			c.lines = append(c.lines, l)
			logarithms += math.Log(l.ratio())
		}
	}
	if len(c.lines) == 0 {
		return c, ErrNothing
	}
	if was, is := machines(older), machines(newer); was != is {
		c.machines = fmt.Sprintf("%s, then %s", was, is)
	}
	c.mean = math.Exp(logarithms / float64(len(c.lines)))
	return c, nil
}

// onKind names a row and the kind of its device.
func (r *Row) onKind() string { return fmt.Sprintf("%s: %s", r.Machine.Kind(), r.Name()) }

// samples are our times in seconds, by the names of rows.
func samples(rows []*Row) map[string]*benchmath.Sample {
	all := map[string]*benchmath.Sample{}
	for _, row := range rows {
		var seconds []float64
		for _, ms := range row.Times[Ours] {
			seconds = append(seconds, ms/1e3)
		}
		all[row.onKind()] = benchmath.NewSample(seconds, &benchmath.DefaultThresholds)
	}
	return all
}

// machines are the devices, processors and threads of rows, in their order.
func machines(rows []*Row) string {
	var all []string
	for _, row := range rows {
		m := row.Machine
		all = append(all, fmt.Sprintf("%s (%s, %s threads)", m["device"], m["cpu"], m["threads"]))
	}
	slices.Sort(all)
	return strings.Join(slices.Compact(all), " and ")
}

// Check returns an error that wraps ErrSlower if our times rose beyond the threshold. That is a
// share, of their geometric mean, or of one time whose test says that its rise is no chance.
// Machines that differ are an error too, ErrMachines.
func (c *Comparison) Check(threshold float64) error {
	if c.machines != "" {
		return fmt.Errorf("%w: %s", ErrMachines, c.machines)
	}
	if c.mean > 1+threshold {
		return fmt.Errorf("%w: the geometric mean by %.1f %%", ErrSlower, 100*(c.mean-1))
	}
	for _, l := range c.lines {
		if l.P < l.Alpha && l.ratio() > 1+threshold {
			return fmt.Errorf("%w: %s by %.1f %%", ErrSlower, l.name, 100*(l.ratio()-1))
		}
	}
	return nil
}

// Write writes the comparison as a table.
func (c *Comparison) Write(w io.Writer) error {
	if c.machines != "" {
		fmt.Fprintf(w, "different machines: %s\n", c.machines)
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "\told sec/op\t\tnew sec/op\t\tchange\t")
	for _, l := range c.lines {
		fmt.Fprintf(t, "%s\t%s\t± %s\t%s\t± %s\t%s\t(%s)\n", l.name,
			benchunit.Scale(l.old.Center, benchunit.Decimal), l.old.PctRangeString(),
			benchunit.Scale(l.new.Center, benchunit.Decimal), l.new.PctRangeString(),
			l.FormatDelta(l.old.Center, l.new.Center), l.Comparison)
	}
	fmt.Fprintf(t, "geometric mean of ours\t\t\t\t\t%+.2f%%\t\n", 100*(c.mean-1))
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := io.WriteString(w, strings.Join(append(c.lonely, ""), "\n"))
	return err
}
