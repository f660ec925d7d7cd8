// Package chart draws the figures of a report, as SVG for a page and as PNG.
package chart

import (
	"fmt"
	"image/color"
	"io"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Drawing is a chart: lines or bars.
type Drawing interface{ picture() (*picture, error) }

// picture is a plot of a height, with a legend at its right.
type picture struct {
	*plot.Plot
	legend plot.Legend
	series int // entries of the legend
	height vg.Length
}

// Sizes of pictures.
const (
	width      = 10.6 * vg.Inch
	resolution = 160 // of a PNG, in dots an inch
)

// Colours of Okabe and Ito (Color Universal Design, 2008) but for yellow, which is faint on white.
var colours = []color.Color{
	color.RGBA{0, 0x72, 0xB2, 255}, color.RGBA{0xD5, 0x5E, 0, 255}, color.RGBA{0, 0x9E, 0x73, 255},
	color.RGBA{0xCC, 0x79, 0xA7, 255}, color.RGBA{0xE6, 0x9F, 0, 255},
	color.RGBA{0x56, 0xB4, 0xE9, 255}, color.Black,
}

func colour(i int) color.Color { return colours[i%len(colours)] }

// sans is the font of the pictures.
var sans = font.Font{Typeface: "Liberation", Variant: "Sans"}

// newPicture is a plot with a title and labels, and a light grid.
func newPicture(title, x, y string, height vg.Length) *picture {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = title, x, y
	p.Title.Padding = vg.Points(8)
	legend := plot.NewLegend()
	legend.Top, legend.Left, legend.Padding = true, true, vg.Points(4)
	legend.ThumbnailWidth = vg.Points(30)
	for style, size := range map[*text.Style]vg.Length{
		&p.Title.TextStyle: 13, &p.X.Label.TextStyle: 11, &p.Y.Label.TextStyle: 11,
		&p.X.Tick.Label: 10, &p.Y.Tick.Label: 10, &legend.TextStyle: 8,
	} {
		style.Font = sans
		style.Font.Size = size
	}
	grid := plotter.NewGrid()
	grid.Horizontal.Color, grid.Vertical.Color = color.Gray{221}, color.Gray{221}
	p.Add(grid)
	return &picture{Plot: p, legend: legend, height: height}
}

// paint draws the plot, and the legend beside it.
func (p *picture) paint(canvas vg.CanvasSizer) {
	c := draw.Crop(draw.New(canvas), vg.Points(8), -vg.Points(12), vg.Points(6), -vg.Points(8))
	if p.series == 0 {
		p.Draw(c)
		return
	}
	beside := p.legend.Rectangle(c).Size().X + vg.Points(14)
	p.Draw(draw.Crop(c, 0, -beside, 0, 0))
	p.legend.Draw(draw.Crop(c, c.Max.X-c.Min.X-beside+vg.Points(14), 0, 0, -vg.Points(30)))
}

// SVG draws a chart as an element of a page.
func SVG(d Drawing) (string, error) {
	p, err := d.picture()
	if err != nil {
		return "", err
	}
	canvas := vgsvg.NewWith(vgsvg.UseWH(width, p.height))
	p.paint(canvas)
	var b strings.Builder
	if _, err := canvas.WriteTo(&b); err != nil {
		return "", err
	}
	_, svg, found := strings.Cut(b.String(), "<svg")
	attributes, inside, ends := strings.Cut(svg, ">")
	if !found || !ends {
		return "", fmt.Errorf("chart %q: no picture", p.Title.Text)
	}
	const background = `<rect width="100%" height="100%" fill="#FFFFFF"/>`
	return "<svg" + attributes + ">" + background + strings.ReplaceAll(inside,
		"font-family:Liberation Sans;", "font-family:Liberation Sans,Arial,sans-serif;"), nil
}

// PNG draws a chart as a picture of its own.
func PNG(d Drawing, w io.Writer) error {
	p, err := d.picture()
	if err != nil {
		return err
	}
	canvas := vgimg.NewWith(vgimg.UseWH(width, p.height), vgimg.UseDPI(resolution),
		vgimg.UseBackgroundColor(color.White))
	p.paint(canvas)
	_, err = vgimg.PngCanvas{Canvas: canvas}.WriteTo(w)
	return err
}
