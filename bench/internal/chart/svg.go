package chart

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"strings"
)

//go:embed svg/*.tmpl
var files embed.FS

var templates = template.Must(template.New("").Funcs(template.FuncMap{"px": px}).ParseFS(files,
	"svg/*.tmpl"))

// px writes a position with a tenth of a pixel.
func px(v float64) string { return fmt.Sprintf("%.1f", v) }

func render(name string, view any) (template.HTML, error) {
	var b bytes.Buffer
	if err := templates.ExecuteTemplate(&b, name, view); err != nil {
		return "", err
	}
	return template.HTML(b.String()), nil // escaped by the template
}

// Widths and heights, in pixels.
const (
	width      = 1060
	linesAbove = 44 // above the plot, for the title
	linesLeft  = 70
	linesRight = 410 // for the legend
	linesPlot  = 400
	linesBelow = 56
	markRadius = 4.5
)

type tickView struct {
	At    float64
	Label string
}

func (a *axis) views() []tickView {
	all := make([]tickView, len(a.ticks))
	for i, t := range a.ticks {
		all[i] = tickView{a.at(t.value), raise(t.label)}
	}
	return all
}

// raise writes the exponent of a power of two in small raised digits. The fonts of the PNGs have
// not all of them.
func raise(label string) string {
	base, exponent, is := strings.Cut(label, "^")
	if !is {
		return label
	}
	digits := []rune("⁰¹²³⁴⁵⁶⁷⁸⁹")
	return base + strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return r
		}
		return digits[r-'0']
	}, exponent)
}

type seriesView struct {
	Label, Detail      string
	Colour, Fill, Dash string
	Stroke             float64
	Line               string // path through the points; empty for one
	Marks              []markView
	LegendY, LegendX   float64
	LegendMark         string
}

type markView struct{ Path, Title string }

// SVG draws the lines.
func (l *Lines) SVG() (template.HTML, error) {
	x := powersOfTwo(extremes(l.Series, func(p Point) float64 { return p.X }))
	y := decades(extremes(l.Series, func(p Point) float64 { return p.Y }))
	x.start, x.end = linesLeft, width-linesRight
	y.start, y.end = linesAbove+linesPlot, linesAbove
	legendX, row := x.end+24, 34.0
	height := max(linesAbove+linesPlot+linesBelow, linesAbove+row*float64(len(l.Series))+10)
	var all []seriesView
	for i, s := range l.Series {
		st := styleOf(i, s.Ours)
		v := seriesView{Label: s.Label, Detail: s.Detail, Colour: st.colour, Fill: "#FFFFFF",
			Stroke: 1.4, Dash: dashArray(st.dash)}
		if s.Ours {
			v.Fill, v.Stroke, v.Dash = st.colour, 2.6, dashArray(st.dash)
		}
		var line []string
		for _, p := range s.Points {
			line = append(line, px(x.at(p.X))+" "+px(y.at(p.Y)))
			v.Marks = append(v.Marks, markView{st.shape.path(x.at(p.X), y.at(p.Y)),
				fmt.Sprintf("%s: %s ms", s.Label, short(p.Y))})
		}
		if len(line) > 1 {
			v.Line = "M" + strings.Join(line, "L")
		}
		v.LegendX, v.LegendY = legendX, linesAbove+8+row*float64(i)
		v.LegendMark = st.shape.path(legendX+17, v.LegendY)
		all = append(all, v)
	}
	return render("lines.svg.tmpl", map[string]any{
		"Width": float64(width), "Height": height, "Title": l.Title, "X": l.X, "Y": l.Y,
		"Left": x.start, "Right": x.end, "Top": y.end, "Bottom": y.start,
		"Middle": (x.start + x.end) / 2, "Centre": (y.start + y.end) / 2,
		"XTicks": x.views(), "YTicks": y.views(), "Series": all,
	})
}

func dashArray(dash []float64) string {
	parts := make([]string, len(dash))
	for i, d := range dash {
		parts[i] = plain(d)
	}
	return strings.Join(parts, " ")
}

// path draws the mark around a centre.
func (s shape) path(x, y float64) string {
	var b strings.Builder
	for _, stroke := range s.strokes() {
		for i, corner := range stroke {
			fmt.Fprintf(&b, "%c%s %s", "ML"[min(i, 1)], px(x+markRadius*corner.X),
				px(y-markRadius*corner.Y))
		}
	}
	if s.closed() {
		b.WriteByte('Z')
	}
	return b.String()
}

// short writes a number with three significant digits.
func short(v float64) string {
	switch {
	case v == 0:
		return "0"
	case v >= 99.95:
		return fmt.Sprintf("%.0f", v)
	case v >= 9.995:
		return fmt.Sprintf("%.1f", v)
	case v >= 0.1:
		return fmt.Sprintf("%.2f", v)
	default:
		return fmt.Sprintf("%.3f", v)
	}
}
