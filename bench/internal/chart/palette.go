// Package chart draws the figures of a report, as SVG for a page and as PNG. Series differ in
// colour, mark and dash at once, so that they can be told apart in print and by the colour-blind.
package chart

// Colours of Okabe and Ito (Color Universal Design, 2008) but for yellow, which is faint on white.
const (
	blue      = "#0072B2"
	vermilion = "#D55E00"
	green     = "#009E73"
	purple    = "#CC79A7"
	orange    = "#E69F00"
	sky       = "#56B4E9"
	black     = "#000000"
)

var colours = []string{blue, vermilion, green, purple, orange, sky, black}

// dashes are lengths of lines and gaps.
var dashes = [][]float64{nil, {7, 3}, {2, 2.5}, {9, 3, 2, 3}, {4, 2}}

// style is how a series looks.
type style struct {
	colour string
	shape  shape
	dash   []float64
	ours   bool // drawn thick, with full marks
}

// styleOf returns the style of the i-th series. The numbers of colours, shapes and dashes have no
// common divisor, so that styles do not repeat, and neighbours differ in all three.
func styleOf(i int, ours bool) style {
	return style{colours[i%len(colours)], shape(i % int(shapes)), dashes[i%len(dashes)], ours}
}
