package compare

import (
	"fmt"
	"io"
	"text/tabwriter"

	"golang.org/x/perf/benchmath"
	"golang.org/x/perf/benchunit"
)

// Write writes the comparison as a table.
func (c *Comparison) Write(w io.Writer) error {
	if c.Machines != "" {
		fmt.Fprintf(w, "different machines: %s\n", c.Machines)
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "\told sec/op\t\tnew sec/op\t\tchange\t")
	for i := range c.Lines {
		l := &c.Lines[i]
		delta := l.Comparison.FormatDelta(l.Old.Center, l.New.Center)
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t(%s)\n", l.Name, scaled(l.Old),
			interval(l.Old), scaled(l.New), interval(l.New), delta, l.Comparison)
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

func scaled(s benchmath.Summary) string { return benchunit.Scale(s.Center, benchunit.Decimal) }

// interval is the confidence interval, as a share of the median.
func interval(s benchmath.Summary) string { return "± " + s.PctRangeString() }
