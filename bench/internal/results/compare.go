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

// Line compares our times of one configuration.
type Line struct {
	Name       string            // of the kind of device and the configuration
	Old, New   benchmath.Summary // seconds
	Comparison benchmath.Comparison
}

// Ratio of the new median to the old.
func (l *Line) Ratio() float64 { return l.New.Center / l.Old.Center }

// Comparison of two sets.
type Comparison struct {
	Lines            []Line
	OnlyOld, OnlyNew []string // names
	Machines         string   // how they differ, or empty
	GeometricMean    float64  // of the ratios of our times
}

// Compare compares configurations that are in both sets, measured on the same kind of device. It
// makes no assumption on how times are distributed: medians, and the Mann-Whitney test.
func Compare(older, newer []*Row) (*Comparison, error) {
	older, newer = latest(older), latest(newer)
	before, names := collect(older)
	after, more := collect(newer)
	c := new(Comparison)
	logarithms := 0.0
	for _, name := range names {
		old, now, assume := before[name], after[name], benchmath.AssumeNothing
		if now == nil {
			c.OnlyOld = append(c.OnlyOld, name)
			continue
		}
		c.Lines = append(c.Lines, Line{name, assume.Summary(old, 0.95), assume.Summary(now, 0.95),
			assume.Compare(old, now)})
		logarithms += math.Log(c.Lines[len(c.Lines)-1].Ratio())
	}
	for _, name := range more {
		if before[name] == nil {
			c.OnlyNew = append(c.OnlyNew, name)
		}
	}
	if len(c.Lines) == 0 {
		return c, ErrNothing
	}
	if was, is := machines(older), machines(newer); was != is {
		c.Machines = fmt.Sprintf("%s, then %s", was, is)
	}
	c.GeometricMean = math.Exp(logarithms / float64(len(c.Lines)))
	return c, nil
}

// collect returns our samples by the kind of device and their name. The names are in the order of
// the rows.
func collect(rows []*Row) (samples map[string]*benchmath.Sample, names []string) {
	samples = map[string]*benchmath.Sample{}
	for _, row := range rows {
		var seconds []float64
		for _, ms := range row.Times[Ours] {
			seconds = append(seconds, ms/1e3)
		}
		name := fmt.Sprintf("%s: %s", row.Machine.Kind(), row.Name())
		if samples[name] == nil {
			names = append(names, name)
		}
		samples[name] = benchmath.NewSample(seconds, &benchmath.DefaultThresholds)
	}
	return samples, names
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
	if c.Machines != "" {
		return fmt.Errorf("%w: %s", ErrMachines, c.Machines)
	}
	if c.GeometricMean > 1+threshold {
		return fmt.Errorf("%w: the geometric mean by %.1f %%", ErrSlower, 100*(c.GeometricMean-1))
	}
	for i := range c.Lines {
		l := &c.Lines[i]
		if l.Comparison.P < l.Comparison.Alpha && l.Ratio() > 1+threshold {
			return fmt.Errorf("%w: %s by %.1f %%", ErrSlower, l.Name, 100*(l.Ratio()-1))
		}
	}
	return nil
}

// Write writes the comparison as a table.
func (c *Comparison) Write(w io.Writer) error {
	if c.Machines != "" {
		fmt.Fprintf(w, "different machines: %s\n", c.Machines)
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "\told sec/op\t\tnew sec/op\t\tchange\t")
	for i := range c.Lines {
		l := &c.Lines[i]
		fmt.Fprintf(t, "%s\t%s\t± %s\t%s\t± %s\t%s\t(%s)\n", l.Name,
			benchunit.Scale(l.Old.Center, benchunit.Decimal), l.Old.PctRangeString(),
			benchunit.Scale(l.New.Center, benchunit.Decimal), l.New.PctRangeString(),
			l.Comparison.FormatDelta(l.Old.Center, l.New.Center), l.Comparison)
	}
	fmt.Fprintf(t, "geometric mean of ours\t\t\t\t\t%+.2f%%\t\n", 100*(c.GeometricMean-1))
	if err := t.Flush(); err != nil {
		return err
	}
	for _, name := range c.OnlyOld {
		fmt.Fprintf(w, "only in the old results: %s\n", name)
	}
	for _, name := range c.OnlyNew {
		fmt.Fprintf(w, "only in the new results: %s\n", name)
	}
	return nil
}
