package chart

import (
	"image/color"
	"io"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// resolution of the pictures, in dots an inch.
const resolution = 160

// writePNG draws onto a canvas of a size and writes it.
func writePNG(w io.Writer, width, height vg.Length, paint func(draw.Canvas)) error {
	canvas := vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(resolution),
		vgimg.UseBackgroundColor(color.White))
	paint(draw.Crop(draw.New(canvas), vg.Points(8), -vg.Points(12), vg.Points(6), -vg.Points(8)))
	_, err := vgimg.PngCanvas{Canvas: canvas}.WriteTo(w)
	return err
}

// sans is the font of the pictures.
var sans = font.Font{Typeface: "Liberation", Variant: "Sans"}

// newPlot is a plot with a title and labels, and a light grid.
func newPlot(title, x, y string) *plot.Plot {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = title, x, y
	p.Title.Padding = vg.Points(8)
	for style, size := range map[*text.Style]vg.Length{&p.Title.TextStyle: 13,
		&p.X.Label.TextStyle: 11, &p.Y.Label.TextStyle: 11, &p.X.Tick.Label: 10,
		&p.Y.Tick.Label: 10} {
		style.Font = sans
		style.Font.Size = size
	}
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
			points[i] = vg.Point{X: at.X + s.Radius*vg.Length(corner.X),
				Y: at.Y + s.Radius*vg.Length(corner.Y)}
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

// PNG draws the lines.
func (l *Lines) PNG(w io.Writer) error {
	p := newPlot(l.Title, l.X, l.Y)
	x := powersOfTwo(extremes(l.Series, func(p Point) float64 { return p.X }))
	y := decades(extremes(l.Series, func(p Point) float64 { return p.Y }))
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	p.X.Tick.Marker, p.Y.Tick.Marker = x.constantTicks(), y.constantTicks()
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
		marks.GlyphStyle = draw.GlyphStyle{Color: rgb(st.colour), Radius: vg.Points(3),
			Shape: glyph{st}}
		p.Add(line, marks)
	}
	p.X.Min, p.X.Max = exp2(x.from), exp2(x.to)
	p.Y.Min, p.Y.Max = exp10(y.from), exp10(y.to)
	height := max(4.9*vg.Inch, vg.Points(60)+legendPitch*vg.Length(len(l.Series)))
	return writePNG(w, 10.6*vg.Inch, height, func(c draw.Canvas) {
		p.Draw(draw.Crop(c, 0, -legendWidth, 0, 0))
		l.drawLegend(draw.Crop(c, c.Max.X-c.Min.X-legendWidth+vg.Points(14), 0, 0, -vg.Points(30)),
			p.X.Tick.Label)
	})
}

// Sizes of the legend of a PNG.
const (
	legendWidth = 3.9 * vg.Inch
	legendPitch = 25 * vg.Length(1)
	sampleWidth = 30 * vg.Length(1)
)

// drawLegend draws a sample of each series with its label, and the detail below it.
func (l *Lines) drawLegend(c draw.Canvas, label text.Style) {
	detail := label
	detail.Font.Size = vg.Points(8)
	detail.Color = color.Gray{85}
	y := c.Max.Y
	for i, s := range l.Series {
		st := styleOf(i, s.Ours)
		c.StrokeLine2(st.lineStyle(), c.Min.X, y, c.Min.X+sampleWidth, y)
		glyph{st}.DrawGlyph(&c, draw.GlyphStyle{Color: rgb(st.colour), Radius: vg.Points(3)},
			vg.Point{X: c.Min.X + sampleWidth/2, Y: y})
		at := vg.Point{X: c.Min.X + sampleWidth + vg.Points(8), Y: y}
		label.XAlign, label.YAlign = text.XLeft, text.YCenter
		c.FillText(label, at, s.Label)
		detail.XAlign, detail.YAlign = text.XLeft, text.YCenter
		at.Y -= vg.Points(10.5)
		c.FillText(detail, at, s.Detail)
		y -= legendPitch
	}
}
