package chart

import (
	"image/color"
	"io"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// resolution of the pictures, in dots an inch.
const resolution = 160

// writePNG draws onto a canvas of a size and writes it.
func writePNG(w io.Writer, width, height vg.Length, paint func(draw.Canvas)) error {
	canvas := vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(resolution), vgimg.UseBackgroundColor(color.White))
	paint(draw.New(canvas))
	_, err := vgimg.PngCanvas{Canvas: canvas}.WriteTo(w)
	return err
}

// newPlot is a plot with a title and labels, and a light grid.
func newPlot(title, x, y string) *plot.Plot {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = title, x, y
	p.Title.Padding = vg.Points(8)
	grid := plotter.NewGrid()
	grid.Horizontal.Color, grid.Vertical.Color = color.Gray{221}, color.Gray{221}
	p.Add(grid)
	return p
}

// constantTicks are the ticks of an axis.
func (a *axis) constantTicks() plot.ConstantTicks {
	ticks := make(plot.ConstantTicks, len(a.ticks))
	for i, t := range a.ticks {
		ticks[i] = plot.Tick{Value: t.value, Label: t.label}
	}
	return ticks
}

// rgb reads a colour like #0072B2.
func rgb(hex string) color.RGBA {
	digit := func(c byte) uint8 {
		if c >= 'A' {
			return c - 'A' + 10
		}
		return c - '0'
	}
	part := func(i int) uint8 { return digit(hex[i])<<4 | digit(hex[i+1]) }
	return color.RGBA{part(1), part(3), part(5), 255}
}

// lineStyle of a series.
func (s style) lineStyle() draw.LineStyle {
	l := draw.LineStyle{Color: rgb(s.colour), Width: vg.Points(1.1)}
	if s.ours {
		l.Width = vg.Points(2.2)
	}
	for _, d := range s.dash {
		l.Dashes = append(l.Dashes, vg.Points(d))
	}
	return l
}

// glyph draws a mark of our own: ours are full, others hollow.
type glyph struct{ style }

// DrawGlyph implements draw.GlyphDrawer.
func (g glyph) DrawGlyph(c *draw.Canvas, s draw.GlyphStyle, at vg.Point) {
	outline := draw.LineStyle{Color: s.Color, Width: vg.Points(1.1)}
	for _, stroke := range g.shape.strokes() {
		points := make([]vg.Point, len(stroke))
		for i, corner := range stroke {
			points[i] = vg.Point{X: at.X + s.Radius*vg.Length(corner.X), Y: at.Y + s.Radius*vg.Length(corner.Y)}
		}
		if g.shape.closed() {
			var fill color.Color = color.White
			if g.ours {
				fill = s.Color
			}
			c.FillPolygon(fill, points)
			points = append(points, points[0])
		}
		c.StrokeLines(outline, points)
	}
}

// legendEntry is the sample of a series in a legend.
type legendEntry struct{ style }

// Thumbnail implements plot.Thumbnailer.
func (e legendEntry) Thumbnail(c *draw.Canvas) {
	middle := c.Center()
	c.StrokeLine2(e.lineStyle(), c.Min.X, middle.Y, c.Max.X, middle.Y)
	glyph(e).DrawGlyph(c, draw.GlyphStyle{Color: rgb(e.colour), Radius: vg.Points(3)}, middle)
}

// PNG draws the lines.
func (l *Lines) PNG(w io.Writer) error {
	p := newPlot(l.Title, l.X, l.Y)
	x := powersOfTwo(extremes(l.Series, func(p Point) float64 { return p.X }))
	y := decades(extremes(l.Series, func(p Point) float64 { return p.Y }))
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	p.X.Tick.Marker, p.Y.Tick.Marker = x.constantTicks(), y.constantTicks()
	legend := plot.NewLegend()
	legend.Top, legend.Left, legend.ThumbnailWidth, legend.Padding = true, true, vg.Points(28), vg.Points(2)
	for i, s := range l.Series {
		st := styleOf(i, s.Ours)
		points := make(plotter.XYs, len(s.Points))
		for k, point := range s.Points {
			points[k] = plotter.XY{X: point.X, Y: point.Y}
		}
		line, marks, err := plotter.NewLinePoints(points)
		if err != nil {
			return err
		}
		line.LineStyle = st.lineStyle()
		marks.GlyphStyle = draw.GlyphStyle{Color: rgb(st.colour), Radius: vg.Points(3), Shape: glyph{st}}
		p.Add(line, marks)
		legend.Add(s.Label, legendEntry{st})
		if s.Detail != "" {
			legend.Add("  "+s.Detail, noEntry{})
		}
	}
	p.X.Min, p.X.Max = exp2(x.from), exp2(x.to)
	p.Y.Min, p.Y.Max = exp10(y.from), exp10(y.to)
	return writePNG(w, 9.4*vg.Inch, 4.9*vg.Inch, func(c draw.Canvas) {
		p.Draw(draw.Crop(c, 0, -3.4*vg.Inch, 0, 0))
		legend.Draw(draw.Crop(c, 6.1*vg.Inch, 0, 0, -0.4*vg.Inch))
	})
}

// noEntry leaves the place of a sample in a legend empty.
type noEntry struct{}

// Thumbnail implements plot.Thumbnailer.
func (noEntry) Thumbnail(*draw.Canvas) {}
