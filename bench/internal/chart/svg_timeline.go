package chart

import (
	"fmt"
	"html/template"
)

// Sizes of a timeline, in pixels.
const (
	timelineLeft  = 110
	timelineRight = 24
	timelineAbove = 40
	timelineBelow = 50
	spanHeight    = 24
	spanPitch     = 28
	trackGap      = 12
	letterWidth   = 6.4 // about, of the small type in spans
)

type spanView struct {
	X, Y, Width, TextX, TextY float64
	Text, Title, Colour, Ink  string
}

type trackView struct {
	Label  string
	LabelY float64
	Spans  []spanView
}

// trackLooks are the colours of tracks and of the text in them.
var trackLooks = []struct{ colour, ink string }{{blue, "#FFFFFF"}, {orange, "#000000"},
	{green, "#FFFFFF"}, {purple, "#000000"}}

// SVG draws the timeline. Names that do not fit their span are left out: the pointer shows them,
// and a table should.
func (t *Timeline) SVG() (template.HTML, error) {
	x := linear(t.end())
	x.start, x.end = timelineLeft, width-timelineRight
	y := float64(timelineAbove)
	var tracks []trackView
	for i, track := range t.Tracks {
		look := trackLooks[i%len(trackLooks)]
		v := trackView{Label: track.Label, LabelY: y + spanHeight/2 + 4.5}
		for _, row := range track.rows() {
			for _, span := range row {
				s := spanView{
					X: x.at(span.Start), Y: y,
					Width:  max(x.at(span.Start+span.Took)-x.at(span.Start), 0.8),
					Colour: look.colour, Ink: look.ink,
					Title: fmt.Sprintf("%s: %s ms, from %s ms on", span.Name, short(span.Took),
						short(span.Start)),
				}
				s.Text = fitting(span, s.Width)
				s.TextX, s.TextY = s.X+s.Width/2, y+spanHeight/2+4
				v.Spans = append(v.Spans, s)
			}
			y += spanPitch
		}
		y += trackGap
		tracks = append(tracks, v)
	}
	return render("timeline.svg.tmpl", map[string]any{
		"Width": float64(width), "Height": y + timelineBelow, "Title": t.Title, "X": t.X,
		"Left": x.start, "Right": x.end, "Top": float64(timelineAbove - 6), "Bottom": y,
		"Centre": (x.start + x.end) / 2,
		"Ticks":  x.views(), "Tracks": tracks, "SpanHeight": float64(spanHeight),
	})
}

// fitting is as much of a span's name and time as fits into it.
func fitting(span Span, width float64) string {
	for _, text := range span.texts() {
		if float64(len([]rune(text)))*letterWidth < width-4 {
			return text
		}
	}
	return ""
}
