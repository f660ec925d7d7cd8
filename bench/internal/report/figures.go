package report

import (
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"github.com/gnark-accel/gnark-accel/bench/internal/chart"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// drawing is a chart as both kinds of pictures.
type drawing interface {
	SVG() (template.HTML, error)
	PNG(io.Writer) error
}

// figure is a chart with its caption.
type figure struct {
	name    string // of its file, without extension; different for all figures of a report
	caption string
	drawing drawing
	spans   []results.Span // of a timeline
}

const (
	pointsAxis      = "points"
	constraintsAxis = "constraints"
	timeAxis        = "milliseconds"
)

// proofFigures are the figures about proofs of one machine.
func proofFigures(rows []results.Row, peers *Peers) (all []figure) {
	if rows[0].Machine.Device.Kind == results.GPU {
		all = append(speedUpOfProofs(rows), proofsBySize(rows, peers)...)
		all = append(all, scalingOfProofs(rows)...)
	} else {
		all = proofsBySize(rows, new(Peers))
	}
	return append(all, timelines(rows)...)
}

// sumFigures are the figures about sums of one machine.
func sumFigures(rows []results.Row, peers *Peers) (all []figure) {
	if rows[0].Machine.Device.Kind != results.GPU {
		return sumsOfAllGroups(rows)
	}
	all = append(sumsBesidePeers(rows, peers), sumsOfAllGroups(rows)...)
	return slices.Concat(all, speedUpOfSums(rows), scalingOfSums(rows))
}

// sumsBesidePeers has a chart for each group and distribution that peers have figures of.
func sumsBesidePeers(rows []results.Row, peers *Peers) (all []figure) {
	type key struct{ curve, group, distribution string }
	var done []key
	for _, peer := range peers.Sums {
		k := key{peer.Curve, peer.Group, peer.Distribution}
		if slices.Contains(done, k) {
			continue
		}
		done = append(done, k)
		own := sumSeries(rows, func(m *results.MSM) bool {
			return m.Curve == k.curve && m.Group == k.group && m.Distribution == k.distribution
		})
		if len(own) == 0 {
			continue
		}
		l := &chart.Lines{
			Title: fmt.Sprintf("%s %s, %s scalars", curveName(k.curve), strings.ToUpper(k.group),
				k.distribution),
			X: pointsAxis, Y: timeAxis, Series: own,
		}
		for _, p := range peers.Sums {
			if (key{p.Curve, p.Group, p.Distribution}) == k {
				l.Series = append(l.Series, p.series(points))
			}
		}
		all = append(all, figure{
			name: fmt.Sprintf("msm-%s-%s-%s", k.curve, k.group, k.distribution), drawing: l,
			caption: "Time of one multi-scalar multiplication against its size, beside other " +
				"systems. Lower is better; both axes are logarithmic.",
		})
	}
	return all
}

func points(log2 int) float64 { return float64(int64(1) << log2) }

// sumSeries are our lines, one a setting, and gnark-crypto's.
func sumSeries(rows []results.Row, wanted func(*results.MSM) bool) (all []chart.Series) {
	cpu := chart.Series{Label: "gnark-crypto"}
	index := map[string]int{}
	for _, row := range rows {
		m := row.MSM
		if m == nil || !wanted(m) {
			continue
		}
		setting := settingName(m)
		i, ok := index[setting]
		if !ok {
			i = len(all)
			index[setting] = i
			detail := setting
			if detail == "" {
				detail = "points on the device, scalars in a Go slice"
			}
			all = append(all, chart.Series{Label: "gnark-accel", Detail: detail, Ours: true})
		}
		all[i].Points = append(all[i].Points, chart.Point{X: points(m.Log2), Y: m.Time.Median})
		if m.GnarkCrypto != nil && setting == "" {
			cpu.Detail = fmt.Sprintf("on the CPU, %d threads", row.Machine.Threads)
			cpu.Points = append(cpu.Points, chart.Point{X: points(m.Log2), Y: m.GnarkCrypto.Median})
		}
	}
	if len(all) > 0 && len(cpu.Points) > 0 {
		all = append(all, cpu)
	}
	for _, s := range all {
		sortPoints(s.Points)
	}
	return all
}

// sumsOfAllGroups has a chart for each distribution, with a line for each group.
func sumsOfAllGroups(rows []results.Row) (all []figure) {
	var distributions []string
	for _, row := range rows {
		if m := row.MSM; m != nil && settingName(m) == "" &&
			!slices.Contains(distributions, m.Distribution) {
			distributions = append(distributions, m.Distribution)
		}
	}
	for _, distribution := range distributions {
		l := &chart.Lines{Title: "Sums with " + distribution + " scalars", X: pointsAxis,
			Y: timeAxis}
		index := map[string]int{}
		sizes := 0
		for _, row := range rows {
			m := row.MSM
			if m == nil || m.Distribution != distribution || settingName(m) != "" {
				continue
			}
			i, ok := index[groupName(m)]
			if !ok {
				i = len(l.Series)
				index[groupName(m)] = i
				l.Series = append(l.Series, chart.Series{Label: groupName(m),
					Detail: computedBy(row.Machine), Ours: true})
			}
			l.Series[i].Points = append(l.Series[i].Points,
				chart.Point{X: points(m.Log2), Y: m.Time.Median})
			sizes = max(sizes, len(l.Series[i].Points))
		}
		if sizes < 2 {
			continue // a line needs two points
		}
		for _, s := range l.Series {
			sortPoints(s.Points)
		}
		all = append(all, figure{
			name: "msm-" + distribution, drawing: l,
			caption: "Time of one multi-scalar multiplication over points that are loaded, by " +
				"group.",
		})
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
		return fmt.Sprintf("gnark-crypto on the CPU, %d threads", m.Threads)
	}
}

// proofsBySize has a chart for each scheme and curve with several sizes of one circuit, or with one
// size that another system's proof has as well.
func proofsBySize(rows []results.Row, peers *Peers) (all []figure) {
	type key struct{ scheme, curve, circuit string }
	var keys []key
	sizes := map[key][]*results.Proof{}
	for _, row := range rows {
		p := row.Proof
		if p == nil || proofSetting(p) != "" {
			continue
		}
		k := key{p.Scheme, p.Curve, p.Circuit}
		if sizes[k] == nil {
			keys = append(keys, k)
		}
		sizes[k] = append(sizes[k], p)
	}
	machine := rows[0].Machine
	for _, k := range keys {
		if len(sizes[k]) < 2 && !slices.ContainsFunc(peers.Proofs, func(p *Peer) bool {
			return p.Scheme == k.scheme && p.Curve == k.curve && p.near(sizes[k][0].Constraints)
		}) {
			continue
		}
		ours := chart.Series{Label: "gnark-accel", Detail: "solver included", Ours: true}
		gnarks := chart.Series{Label: "gnark's prover",
			Detail: fmt.Sprintf("on the CPU, %d threads", machine.Threads)}
		if machine.Device.Kind == results.CPU {
			ours.Detail = gnarks.Detail
		}
		for _, p := range sizes[k] {
			ours.Points = append(ours.Points,
				chart.Point{X: float64(p.Constraints), Y: p.Prove.Median})
			if p.Gnark != nil {
				gnarks.Points = append(gnarks.Points,
					chart.Point{X: float64(p.Constraints), Y: p.Gnark.Median})
			}
		}
		l := &chart.Lines{
			Title: fmt.Sprintf("%s proofs over %s, %s", known(schemeNames, k.scheme),
				curveName(k.curve), k.circuit),
			X: constraintsAxis, Y: timeAxis, Series: []chart.Series{ours},
		}
		if len(gnarks.Points) > 0 {
			l.Series = append(l.Series, gnarks)
		}
		for _, p := range peers.Proofs {
			if p.Scheme == k.scheme && p.Curve == k.curve {
				l.Series = append(l.Series, p.series(func(n int) float64 { return float64(n) }))
			}
		}
		for _, s := range l.Series {
			sortPoints(s.Points)
		}
		all = append(all, figure{
			name: fmt.Sprintf("proofs-%s-%s-%s", k.scheme, k.curve, k.circuit), drawing: l,
			caption: "Time of one proof against the size of the circuit. Other systems proved " +
				"circuits of their own.",
		})
	}
	return all
}

// speedUpOfProofs has a bar for each proof beside gnark's: gnark's time divided by ours.
func speedUpOfProofs(rows []results.Row) []figure {
	bars := &chart.Bars{
		Title:     "Proofs: times faster than gnark's prover",
		X:         "time of gnark's prover, divided by ours",
		Reference: 1, ReferenceName: "gnark's",
	}
	for _, row := range rows {
		p := row.Proof
		if p == nil || p.Gnark == nil || p.Concurrency != 1 || p.DeviceSums == 0 {
			continue
		}
		bars.Bars = append(bars.Bars, chart.Bar{
			Label: fmt.Sprintf("%s, %s", proofName(p), spaced(p.Constraints)),
			Group: groupOf(p.Scheme == "plonk"), Value: timesFaster(p),
			Text: fmt.Sprintf("%s× (%s, gnark's %s)",
				short(timesFaster(p)), duration(p.Prove.Median), duration(p.Gnark.Median)),
		})
	}
	if len(bars.Bars) == 0 {
		return nil
	}
	return []figure{{name: "speed-up-proofs", drawing: bars, caption: fmt.Sprintf(
		"Both provers on the same machine in turn, solver included, gnark's with %d threads. "+
			"PLONK's bars have the second colour.", rows[0].Machine.Threads)}}
}

// speedUpOfSums has a bar for each group, at the largest size that gnark-crypto was measured at.
func speedUpOfSums(rows []results.Row) []figure {
	bars := &chart.Bars{
		Title: "Sums: times faster than gnark-crypto", X: "time of gnark-crypto, divided by ours",
		Reference: 1, ReferenceName: "gnark-crypto's",
	}
	largest := map[string]int{} // by group
	for _, row := range rows {
		if m := row.MSM; m != nil && m.GnarkCrypto != nil {
			largest[groupName(m)] = max(largest[groupName(m)], m.Log2)
		}
	}
	for _, row := range rows {
		m := row.MSM
		if m == nil || m.GnarkCrypto == nil || m.Distribution != "uniform" ||
			settingName(m) != "" ||
			m.Log2 != largest[groupName(m)] {
			continue
		}
		ratio := m.GnarkCrypto.Median / m.Time.Median
		bars.Bars = append(bars.Bars, chart.Bar{
			Label: fmt.Sprintf("%s, 2^%d", groupName(m), m.Log2),
			Group: groupOf(m.Group == "g2"), Value: ratio,
			Text: fmt.Sprintf("%s× (%s, the CPU's %s)",
				short(ratio), duration(m.Time.Median), duration(m.GnarkCrypto.Median)),
		})
	}
	if len(bars.Bars) == 0 {
		return nil
	}
	return []figure{{name: "speed-up-msm", drawing: bars, caption: fmt.Sprintf(
		"Uniform scalars, points loaded, the largest size that both were measured at; "+
			"gnark-crypto with %d threads in the same run. Bars of G2 have the second colour.",
		rows[0].Machine.Threads)}}
}

func groupOf(second bool) int {
	if second {
		return 1
	}
	return 0
}

// timelines has one for each scheme: of the largest circuit, and the first curve that has it.
func timelines(rows []results.Row) (all []figure) {
	for _, p := range largestTimed(rows) {
		t := &chart.Timeline{
			Title: fmt.Sprintf("One proof: %s, %s constraints", proofName(p),
				spaced(p.Constraints)),
			X: "milliseconds from the call",
		}
		for _, name := range results.Tracks {
			l := chart.Track{Label: name}
			for _, span := range p.Spans {
				if span.Track == name {
					l.Spans = append(l.Spans,
						chart.Span{Name: span.Name, Start: span.Start, Took: span.Took})
				}
			}
			if len(l.Spans) > 0 {
				t.Tracks = append(t.Tracks, l)
			}
		}
		all = append(all, figure{
			name: "timeline-" + p.Scheme, drawing: t, spans: p.Spans,
			caption: "Where the time of one proof goes: the prover's rounds, one after the " +
				"other; " +
				"its sums on " +
				"the device; its computations with vectors and polynomials there, as far as the " +
				"calls wait for them; and, if the device was watched, when it had work.",
		})
	}
	return all
}
