package chart

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Lines is time against size, both axes logarithmic.
type Lines struct {
	Title  string
	X, Y   string // labels of the axes
	Series []Series
}

// Series is one line, or one mark if it has one point.
type Series struct {
	Label  string
	Ours   bool    // drawn thick
	Points []Point // by ascending X; both coordinates positive
}

// Point of a series. X is on a scale of powers of two.
type Point = plotter.XY

// picture implements Drawing. The numbers of colours, marks and dashes differ, so that series look
// different also without colour.
func (l *Lines) picture() (*picture, error) {
	height := max(4.9*vg.Inch, vg.Points(80)+vg.Points(15)*vg.Length(len(l.Series)))
	p := newPicture(l.Title, l.X, l.Y, height)
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	p.X.Tick.Marker = plot.TickerFunc(powersOfTwo)
	p.Y.Tick.Marker = plot.TickerFunc(decades)
	for i, s := range l.Series {
		line, marks, err := plotter.NewLinePoints(plotter.XYs(s.Points))
		if err != nil {
			return nil, err
		}
		line.LineStyle = draw.LineStyle{Color: colour(i), Width: vg.Points(1.1),
			Dashes: plotutil.Dashes(i)}
		if s.Ours {
			line.Width = vg.Points(2.4)
		}
		marks.GlyphStyle = draw.GlyphStyle{Color: colour(i), Radius: vg.Points(3),
			Shape: plotutil.Shape(i)}
		p.Add(line, marks)
		p.legend.Add(s.Label, line, marks)
		p.series++
	}
	p.widen()
	return p, nil
}

// widen keeps the points away from the axes. A single value is in the middle.
func (p *picture) widen() {
	const by = 1.2
	p.X.Min, p.X.Max = p.X.Min/by, p.X.Max*by
	p.Y.Min, p.Y.Max = p.Y.Min/by, p.Y.Max*by
}
