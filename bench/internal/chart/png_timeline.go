package chart

import (
	"io"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// PNG draws the timeline.
func (t *Timeline) PNG(w io.Writer) error {
	p := newPlot(t.Title, t.X, "")
	x := linear(t.end())
	p.X.Tick.Marker, p.X.Min, p.X.Max = x.constantTicks(), 0, x.to
	var labels plot.ConstantTicks
	y := 0.0 // downwards
	for i, track := range t.Tracks {
		look := trackLooks[i%len(trackLooks)]
		labels = append(labels, plot.Tick{Value: y, Label: track.Label})
		for _, row := range track.rows() {
			for _, span := range row {
				p.Add(rectangle{
					from: plotter.XY{X: span.Start, Y: y - 0.42},
					to:   plotter.XY{X: span.Start + span.Took, Y: y + 0.42},
					fill: rgb(look.colour), ink: rgb(look.ink), texts: span.texts(),
				})
			}
			y--
		}
		y -= 0.4
	}
	p.Y.Tick.Marker, p.Y.Min, p.Y.Max = labels, y+0.4, 0.6
	return writePNG(w, 9*vg.Inch, vg.Length(1.1-0.3*y)*vg.Inch, func(c draw.Canvas) { p.Draw(c) })
}
