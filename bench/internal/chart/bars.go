// Package chart draws the chart of README and of docs/performance.md as SVG.
package chart

import (
	"fmt"
	"image/color"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
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

const width = 10.6 * vg.Inch

// colours of the bars, of Okabe and Ito (Color Universal Design, 2008).
var colours = [2]color.Color{color.RGBA{0, 0x72, 0xB2, 255}, color.RGBA{0xD5, 0x5E, 0, 255}}

// SVG draws the chart as an element of a page.
func (b *Bars) SVG() (string, error) {
	p, err := b.plot()
	if err != nil {
		return "", err
	}
	height := vg.Length(1.1+0.27*float64(len(b.Bars))) * vg.Inch
	canvas := vgsvg.NewWith(vgsvg.UseWH(width, height))
	p.Draw(draw.Crop(draw.New(canvas), vg.Points(8), -vg.Points(12), vg.Points(6), -vg.Points(8)))
	var text strings.Builder
	if _, err := canvas.WriteTo(&text); err != nil {
		return "", err
	}
	_, svg, found := strings.Cut(text.String(), "<svg")
	attributes, inside, ends := strings.Cut(svg, ">")
	if !found || !ends {
		return "", fmt.Errorf("chart %q: no picture", b.Title)
	}
	const background = `<rect width="100%" height="100%" fill="#FFFFFF"/>`
	return "<svg" + attributes + ">" + background + strings.ReplaceAll(inside,
		"font-family:Liberation Sans;", "font-family:Liberation Sans,Arial,sans-serif;"), nil
}

// plot has the bars, and their texts at their ends.
func (b *Bars) plot() (*plot.Plot, error) {
	p := newPlot(b.Title, b.X)
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
		chart.Horizontal, chart.Color, chart.LineStyle.Width = true, colours[k], 0
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

// newPlot is a plot with a title and a label, and a light grid.
func newPlot(title, x string) *plot.Plot {
	p := plot.New()
	p.Title.Text, p.X.Label.Text = title, x
	p.Title.Padding = vg.Points(8)
	for style, size := range map[*text.Style]vg.Length{
		&p.Title.TextStyle: 13, &p.X.Label.TextStyle: 11, &p.Y.Label.TextStyle: 11,
		&p.X.Tick.Label: 10, &p.Y.Tick.Label: 10,
	} {
		style.Font = font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}
	}
	grid := plotter.NewGrid()
	grid.Horizontal.Color, grid.Vertical.Color = color.Gray{221}, color.Gray{221}
	p.Add(grid)
	return p
}
