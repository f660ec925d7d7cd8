// Package results has rows: their files in Go's benchmark format, tables, pages and comparisons.
package results

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Row is one measured configuration. Its names come from the command that measured it.
type Row struct {
	Date    time.Time // of the end of the measurement
	Machine Machine
	Command string             // that measured it, such as prove
	Setting Setting            // names the configuration
	Figures map[string]float64 // by their units, such as first-ms and host-bytes
	Times   map[string]Sample  // by their implementations
}

// Names of implementations that all commands have. Ours is in every row.
const (
	Ours  = "ours"
	Gnark = "gnark" // gnark's or gnark-crypto's, in the same run
)

// New returns a row with a setting.
func New(command string, setting Setting) *Row {
	return &Row{Machine: Machine{}, Command: command, Setting: setting,
		Figures: map[string]float64{}, Times: map[string]Sample{}}
}

// With returns a copy of the row that names one more choice, unless it is the usual one.
func (r *Row) With(name string, value, usual any) *Row {
	more := *r
	more.Setting = maps.Clone(r.Setting)
	more.Figures, more.Times = maps.Clone(r.Figures), maps.Clone(r.Times)
	if text := fmt.Sprint(value); text != fmt.Sprint(usual) {
		more.Setting[name] = text
	}
	return &more
}

// Median is that of a sample in milliseconds, or 0 for want of one.
func (r *Row) Median(name string) float64 { return r.Times[name].Median() }

// Faster is gnark's median divided by ours, or 0 for want of gnark's.
func (r *Row) Faster() float64 { return r.Median(Gnark) / r.Median(Ours) }

// FasterAtBest is gnark's shortest time divided by ours, or 0 for want of gnark's.
func (r *Row) FasterAtBest() float64 { return r.Times[Gnark].Min() / r.Times[Ours].Min() }

// Constraints is their number, or 0 for want of one.
func (r *Row) Constraints() float64 {
	n, _ := strconv.ParseFloat(r.Setting["constraints"], 64)
	return n
}

// SlowestPart says in words which part of a program took longest.
func (r *Row) SlowestPart() (slowest string) {
	longest := 0.0
	for unit, ms := range r.Figures {
		if name, ok := strings.CutPrefix(unit, PartPrefix); ok && ms > longest {
			longest = ms
			slowest = fmt.Sprintf("%s: %.0f ms", strings.ReplaceAll(name, "-", " "), ms)
		}
	}
	return slowest
}

// PartPrefix begins the units of parts of a program, in milliseconds.
const PartPrefix = "ms-of-"

// Name says all that was asked for, so that equal names are the same configuration.
func (r *Row) Name() string { return r.Command + "/" + r.Setting.String() }

// Setting has the choices of a measurement, by the names of flags. Usual ones are not named.
type Setting map[string]string

// String lists the names with their values, in the order of the names.
func (s Setting) String() string {
	var parts []string
	for name, value := range sorted(s) {
		parts = append(parts, name+"="+value)
	}
	return strings.Join(parts, "/")
}

// sorted are the entries of a map by their names.
func sorted[V any](m map[string]V) iter.Seq2[string, V] {
	return func(yield func(string, V) bool) {
		for _, name := range slices.Sorted(maps.Keys(m)) {
			if !yield(name, m[name]) {
				return
			}
		}
	}
}

// Sample has the times of the runs of one thing, in milliseconds and in order.
type Sample []float64

// Median is the middle value, or the mean of the two in the middle; 0 without times.
func (s Sample) Median() float64 {
	sorted, n := slices.Sorted(slices.Values(s)), len(s)
	if n == 0 {
		return 0
	}
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// Min is the least time, 0 without times.
func (s Sample) Min() float64 {
	if len(s) == 0 {
		return 0
	}
	return slices.Min(s)
}

// Spread is the longest run less the shortest, as a share of the median.
func (s Sample) Spread() float64 { return (slices.Max(s) - s.Min()) / s.Median() }

// Milliseconds of a duration.
func Milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
