package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/gnark-accel/gnark-accel/bench/internal/chart"
	"github.com/gnark-accel/gnark-accel/bench/internal/kinds"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/bench/internal/table"
)

// figure is a chart with its caption.
type figure struct {
	name    string // of its file, without extension; different for all figures of a machine
	caption string
	drawing *chart.Lines
}

// figures are those of a section. Other systems are shown beside a GPU alone.
func (s *section) figures(peers *Peers) []figure {
	proofs, sums := ofKind(s.rows, &kinds.Prove), ofKind(s.rows, &kinds.MSM)
	if s.Machine.Device.Kind != results.GPU {
		peers = new(Peers)
	}
	return append(proofsBySize(proofs, peers), sumsBySize(sums, peers)...)
}

// lines collects points into series, by their labels, in the order of the first of each.
type lines struct {
	chart.Lines
	index map[string]int
	most  int // points of a series
}

func newLines(title, x string) *lines {
	l := chart.Lines{Title: title, X: x, Y: "milliseconds"}
	return &lines{Lines: l, index: map[string]int{}}
}

// addRow adds our time with a setting, and gnark's beside the time without one.
func (l *lines) addRow(row *results.Row, x float64, setting string) {
	l.add(table.Join(computedBy(row.Machine), setting), true, x, row.Median(results.Ours))
	if setting == "" {
		l.add(fmt.Sprintf("gnark on the CPU, %d threads", row.Machine.Threads), false, x,
			row.Median(results.Gnark))
	}
}

// add adds a point to a series, unless it has no height.
func (l *lines) add(label string, ours bool, x, y float64) {
	if y == 0 {
		return
	}
	i, ok := l.index[label]
	if !ok {
		i = len(l.Series)
		l.index[label] = i
		l.Series = append(l.Series, chart.Series{Label: label, Ours: ours})
	}
	s := &l.Series[i]
	s.Points = append(s.Points, chart.Point{X: x, Y: y})
	sortPoints(s.Points)
	l.most = max(l.most, len(s.Points))
}

// sumsBySize has a chart for each group and distribution: our lines, one a setting, gnark-crypto's,
// and those of other systems.
func sumsBySize(rows []*results.Row, peers *Peers) (all []figure) {
	of := func(r *results.Row) string { return r.Setting["group"] + " " + r.Setting["scalars"] }
	for _, group := range results.Group(rows, of) {
		first := group[0].Setting
		l := newLines(fmt.Sprintf("%s, %s scalars", table.Group(first["group"]), first["scalars"]),
			"points")
		for _, row := range group {
			l.addRow(row, pointsOf(row), kinds.SumSetting(row))
		}
		for _, p := range peers.Sums {
			if p.Curve+"/"+p.Group == first["group"] && p.Distribution == first["scalars"] {
				l.Series = append(l.Series, p.series(math.Exp2))
			}
		}
		if l.most > 1 { // a line needs two points
			name := strings.ReplaceAll(first["group"], "/", "-") + "-" + first["scalars"]
			all = append(all, figure{"msm-" + name, "Time of one multi-scalar multiplication " +
				"against its size. Lower is better; both axes are logarithmic.", &l.Lines})
		}
	}
	return all
}

// proofsBySize has a chart for each scheme and curve with several sizes of one circuit, or with one
// size that another system's proof has as well.
func proofsBySize(rows []*results.Row, peers *Peers) (all []figure) {
	of := func(r *results.Row) string { return about(r) + r.Setting["scheme"] }
	for _, group := range results.Group(plainProofs(rows), of) {
		first := group[0].Setting
		l := newLines(fmt.Sprintf("%s proofs over %s, %s", table.Known(first["scheme"]),
			table.Curve(first["curve"]), first["circuit"]), "constraints")
		for _, row := range group {
			l.addRow(row, float64(constraintsOf(row)), "")
		}
		near := l.most > 1
		for _, p := range peers.Proofs {
			if p.Scheme == first["scheme"] && p.Curve == first["curve"] {
				near = near || p.near(constraintsOf(group[0]))
				l.Series = append(l.Series, p.series(func(n float64) float64 { return n }))
			}
		}
		if near {
			name := fmt.Sprintf("%s-%s-%s", first["scheme"], first["curve"], first["circuit"])
			all = append(all, figure{"proofs-" + name, "Time of one proof against the size of " +
				"the circuit. Other systems proved circuits of their own.", &l.Lines})
		}
	}
	return all
}

// computedBy names the device or the CPU, as a line of a legend.
func computedBy(m results.Machine) string {
	switch m.Device.Kind {
	case results.GPU:
		return "gnark-accel, " + m.Device.Name
	case results.Emulator:
		return "gnark-accel, emulated device"
	default:
		return fmt.Sprintf("gnark-accel on the CPU, %d threads", m.Threads)
	}
}

// pointsOf is the number of points of a sum.
func pointsOf(r *results.Row) float64 {
	log2, _ := strconv.Atoi(r.Setting["log2"]) // checked when rows are read
	return math.Exp2(float64(log2))
}

// plainProofs are those without settings of their own.
func plainProofs(rows []*results.Row) []*results.Row {
	return slices.DeleteFunc(slices.Clone(rows), func(r *results.Row) bool {
		return kinds.ProofSetting(r) != ""
	})
}
