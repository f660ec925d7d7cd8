// Package compare compares two sets of results, as benchstat does. It gives medians with their
// confidence intervals, a test whether the two differ at all, and the geometric mean of the ratios.
package compare

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"golang.org/x/perf/benchmath"
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

// Line compares one configuration.
type Line struct {
	Name       string            // of the kind of device and the configuration
	Old, New   benchmath.Summary // seconds
	Comparison benchmath.Comparison
}

// Ratio of the new median to the old.
func (l *Line) Ratio() float64 { return l.New.Center / l.Old.Center }

// Significant says whether the two samples differ by more than chance would have it.
func (l *Line) Significant() bool { return l.Comparison.P < l.Comparison.Alpha }

// Comparison of two sets.
type Comparison struct {
	Lines            []Line
	OnlyOld, OnlyNew []string // names
	Machines         string   // how they differ, or empty
	GeometricMean    float64  // of the ratios of our times
}

// confidence of the intervals around medians.
const confidence = 0.95

// Compare compares configurations that are in both sets, measured on the same kind of device.
func Compare(older, newer []*results.Row) (*Comparison, error) {
	older, newer = results.Latest(older), results.Latest(newer)
	before, names := collect(older)
	after, more := collect(newer)
	c := new(Comparison)
	for _, name := range names {
		if after[name] == nil {
			c.OnlyOld = append(c.OnlyOld, name)
			continue
		}
		c.Lines = append(c.Lines, newLine(name, before[name], after[name]))
	}
	for _, name := range more {
		if before[name] == nil {
			c.OnlyNew = append(c.OnlyNew, name)
		}
	}
	if len(c.Lines) == 0 {
		return c, ErrNothing
	}
	c.Machines = differences(older, newer)
	sum := 0.0
	for i := range c.Lines {
		sum += math.Log(c.Lines[i].Ratio())
	}
	c.GeometricMean = math.Exp(sum / float64(len(c.Lines)))
	return c, nil
}

// collect returns our samples by the kind of device and their name. The names are in the order of
// the rows.
func collect(rows []*results.Row) (samples map[string]*benchmath.Sample, names []string) {
	samples = map[string]*benchmath.Sample{}
	for _, row := range rows {
		seconds := make([]float64, len(row.Times[results.Ours]))
		for k, ms := range row.Times[results.Ours] {
			seconds[k] = ms / 1e3
		}
		name := fmt.Sprintf("%s: %s", row.Machine.Device.Kind, row.Name())
		if samples[name] == nil {
			names = append(names, name)
		}
		samples[name] = benchmath.NewSample(seconds, &benchmath.DefaultThresholds)
	}
	return samples, names
}

// newLine makes no assumption on how the times are distributed: medians, and the Mann-Whitney test.
func newLine(name string, old, new *benchmath.Sample) Line {
	assume := benchmath.AssumeNothing
	return Line{name, assume.Summary(old, confidence), assume.Summary(new, confidence),
		assume.Compare(old, new)}
}

// differences describes the machines of two sets, if they differ in what times depend on.
func differences(older, newer []*results.Row) string {
	before, after := machines(older), machines(newer)
	if before == after {
		return ""
	}
	return fmt.Sprintf("%s, then %s", before, after)
}

// machines are the devices, processors and threads of rows, in their order.
func machines(rows []*results.Row) string {
	var all []string
	for _, row := range rows {
		m := row.Machine
		name := fmt.Sprintf("%s (%s, %d threads)", m.Device.Name, m.CPU, m.Threads)
		if !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	return strings.Join(all, " and ")
}

// Check returns an error that wraps ErrSlower if our times rose by more than the threshold. That
// is a share, of their geometric mean, or of one time whose test says that its rise is no chance.
// Machines that differ are an error too, ErrMachines.
func (c *Comparison) Check(threshold float64) error {
	if c.Machines != "" {
		return fmt.Errorf("%w: %s", ErrMachines, c.Machines)
	}
	if c.GeometricMean > 1+threshold {
		return fmt.Errorf("%w: the geometric mean by %.1f %%", ErrSlower, 100*(c.GeometricMean-1))
	}
	for i := range c.Lines {
		if l := &c.Lines[i]; l.Significant() && l.Ratio() > 1+threshold {
			return fmt.Errorf("%w: %s by %.1f %%", ErrSlower, l.Name, 100*(l.Ratio()-1))
		}
	}
	return nil
}
