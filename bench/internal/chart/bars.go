package chart

import (
	"strings"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Bars are horizontal bars from zero.
type Bars struct {
	Title string
	X     string
	Bars  []Bar
}

// Bar is one of them, with a text at its end.
type Bar struct {
	Label  string
	Second bool // has the second colour
	Value  float64
	Text   string
}

// picture implements Drawing.
func (b *Bars) picture() (*picture, error) {
	p := newPicture(b.Title, b.X, "", vg.Length(1.1+0.27*float64(len(b.Bars)))*vg.Inch)
	var labels []string
	texts := plotter.XYLabels{}
	values := [2]plotter.Values{}
	for i := range b.Bars {
		bar := b.Bars[len(b.Bars)-1-i] // the first is at the top
		// room for viewers whose font is wider
		labels = append(labels, bar.Label+strings.Repeat(" ", len(bar.Label)/3))
		texts.Labels = append(texts.Labels, "\u00a0"+bar.Text)
		texts.XYs = append(texts.XYs, plotter.XY{X: bar.Value, Y: float64(i)})
		for k := range values {
			value := bar.Value
			if bar.Second != (k == 1) {
				value = 0
			}
			values[k] = append(values[k], value)
		}
	}
	for k := range values {
		chart, err := plotter.NewBarChart(values[k], vg.Points(14))
		if err != nil {
			return nil, err
		}
		chart.Horizontal, chart.Color, chart.LineStyle.Width = true, colour(k), 0
		p.Add(chart)
	}
	ends, err := plotter.NewLabels(texts)
	if err != nil {
		return nil, err
	}
	for i := range ends.TextStyle {
		ends.TextStyle[i] = p.X.Tick.Label
		ends.TextStyle[i].XAlign, ends.TextStyle[i].YAlign = draw.XLeft, draw.YCenter
	}
	p.Add(ends)
	p.NominalY(labels...)
	p.X.Min, p.X.Max = 0, max(p.X.Max, 1e-9)*1.5 // with room for the texts
	return p, nil
}
