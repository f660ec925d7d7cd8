package report

import (
	"fmt"

	"github.com/gnark-accel/gnark-accel/bench/internal/chart"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// onDevices is a time of one task, in milliseconds, on a number of devices.
type onDevices struct {
	name    string // of the task
	devices int
	ms      float64
}

// scalingOfProofs shows how much faster one proof is on several devices than on one, beyond the
// solver where that was measured, and how many more proofs a stream has.
func scalingOfProofs(rows []results.Row) []figure {
	var times []onDevices
	for _, row := range rows {
		p := row.Proof
		if p == nil || p.DeviceSums == 0 {
			continue
		}
		alone := *p
		alone.Devices = 0
		t := onDevices{
			name:    fmt.Sprintf("%s, %s", named(&alone), spaced(p.Constraints)),
			devices: max(1, p.Devices), ms: p.Prove.Median,
		}
		if ms := beyond(p); ms > 0 {
			t.ms = ms
		}
		times = append(times, t)
	}
	return scaling("scaling-proofs", "Proofs on several devices",
		"One proof's time beyond the solver, or a stream's time for each proof.", times)
}

// scalingOfSums shows how much faster sums are on several devices than on one.
func scalingOfSums(rows []results.Row) []figure {
	var times []onDevices
	for _, row := range rows {
		m := row.MSM
		if m == nil || m.Plan == nil || m.Distribution != "uniform" {
			continue
		}
		alone := *m
		alone.Devices = 0
		name := fmt.Sprintf("%s, 2^%d", groupName(m), m.Log2)
		if setting := settingName(&alone); setting != "" {
			name += ", " + setting
		}
		times = append(times, onDevices{name, max(1, m.Devices), m.Time.Median})
	}
	return scaling("scaling-msm", "Sums on several devices", "Uniform scalars.", times)
}

// scaling has a line for each task that was measured on one device and on more.
func scaling(name, title, caption string, times []onDevices) []figure {
	alone := map[string]float64{}
	for _, t := range times {
		if t.devices == 1 {
			alone[t.name] = t.ms
		}
	}
	lines := &chart.Lines{Title: title, X: "devices", Y: "times as fast as one device"}
	series := map[string]int{}
	most := 1
	for _, t := range times {
		one := alone[t.name]
		if one == 0 || t.devices == 1 {
			continue
		}
		i, ok := series[t.name]
		if !ok {
			i = len(lines.Series)
			series[t.name] = i
			lines.Series = append(lines.Series, chart.Series{
				Label: t.name, Detail: duration(one) + " on one", Ours: true,
				Points: []chart.Point{{X: 1, Y: 1}},
			})
		}
		s := &lines.Series[i]
		s.Points = append(s.Points, chart.Point{X: float64(t.devices), Y: one / t.ms})
		most = max(most, t.devices)
	}
	if len(lines.Series) == 0 {
		return nil
	}
	for i := range lines.Series {
		sortPoints(lines.Series[i].Points)
	}
	ideal := chart.Series{Label: "as many times as devices"}
	for n := 1; n <= most; n *= 2 {
		ideal.Points = append(ideal.Points, chart.Point{X: float64(n), Y: float64(n)})
	}
	lines.Series = append(lines.Series, ideal)
	return []figure{{name: name, drawing: lines, caption: caption}}
}
