package chart

import (
	"image/color"
	"io"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

func exp2(v float64) float64  { return math.Exp2(v) }
func exp10(v float64) float64 { return math.Pow(10, v) }

// rectangle is a filled box in the coordinates of the data. It has the first of its texts that fits
// in its middle, or else the first of all at its right end.
type rectangle struct {
	from, to  plotter.XY
	fill      color.Color
	ink       color.Color
	texts     []string
	textAtEnd bool
}

// Plot implements plot.Plotter.
func (r rectangle) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	corners := []vg.Point{{X: x(r.from.X), Y: y(r.from.Y)}, {X: x(r.to.X), Y: y(r.from.Y)},
		{X: x(r.to.X), Y: y(r.to.Y)}, {X: x(r.from.X), Y: y(r.to.Y)}}
	c.FillPolygon(r.fill, corners)
	c.StrokeLines(draw.LineStyle{Color: color.White, Width: vg.Points(0.5)},
		append(corners, corners[0]))
	style := p.X.Tick.Label
	style.Color, style.YAlign = r.ink, draw.YCenter
	at := vg.Point{X: corners[1].X + vg.Points(5), Y: (corners[0].Y + corners[2].Y) / 2}
	style.XAlign = draw.XLeft
	if r.textAtEnd {
		c.FillText(style, at, r.texts[0])
		return
	}
	at.X, style.XAlign = (corners[0].X+corners[1].X)/2, draw.XCenter
	room := corners[1].X - corners[0].X - vg.Points(3)
	if i := slices.IndexFunc(r.texts, func(text string) bool {
		return style.Width(
			text) < room
	}); i >= 0 {
		c.FillText(style, at, r.texts[i])
	}
}

// PNG draws the bars.
func (b *Bars) PNG(w io.Writer) error {
	p := newPlot(b.Title, b.X, "")
	x := linear(b.most())
	p.X.Tick.Marker, p.X.Min, p.X.Max = x.constantTicks(), 0, x.to*1.6 // with room for the texts
	p.Y.Min, p.Y.Max = -0.7, float64(len(b.Bars))-0.3
	var labels plot.ConstantTicks
	for i, bar := range b.Bars {
		y := float64(len(b.Bars) - 1 - i)
		labels = append(labels, plot.Tick{Value: y, Label: bar.Label})
		p.Add(rectangle{
			from: plotter.XY{X: 0, Y: y - 0.35}, to: plotter.XY{X: bar.Value, Y: y + 0.35},
			fill: rgb(colours[bar.Group%len(colours)]), ink: color.Black, texts: []string{bar.Text},
			textAtEnd: true,
		})
	}
	p.Y.Tick.Marker = labels
	if b.ReferenceName != "" {
		line, err := plotter.NewLine(plotter.XYs{{X: b.Reference, Y: p.Y.Min},
			{X: b.Reference, Y: p.Y.Max}})
		if err != nil {
			return err
		}
		line.Dashes = []vg.Length{vg.Points(3), vg.Points(2)}
		p.Add(line)
	}
	height := vg.Length(1.1+0.27*float64(len(b.Bars))) * vg.Inch
	return writePNG(w, 9*vg.Inch, height, func(c draw.Canvas) { p.Draw(c) })
}
