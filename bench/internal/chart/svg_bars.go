package chart

import (
	"html/template"
	"unicode/utf8"
)

// Sizes of bars, in pixels.
const (
	barLetter = 7.4 // about, of a letter of a label
	barsRight = 290 // for the texts
	barsAbove = 44
	barsBelow = 50
	barHeight = 20
	barPitch  = 30
)

type barView struct {
	Y, Width, Middle, End float64
	Label, Text, Colour   string
}

// SVG draws the bars.
func (b *Bars) SVG() (template.HTML, error) {
	x := linear(b.most())
	x.start, x.end = b.labelWidth(), width-barsRight
	bottom := barsAbove + barPitch*float64(len(b.Bars)) + 6
	var all []barView
	for i, bar := range b.Bars {
		y := barsAbove + barPitch*float64(i) + 6
		all = append(all, barView{
			Y: y, Width: x.at(bar.Value) - x.start, Middle: y + barHeight/2 + 4.5,
			End:   x.at(bar.Value) + 8,
			Label: raise(bar.Label), Text: bar.Text, Colour: colours[bar.Group%len(colours)],
		})
	}
	return render("bars.svg.tmpl", map[string]any{
		"Width": float64(width), "Height": bottom + barsBelow, "Title": b.Title, "X": b.X,
		"Left": x.start, "Right": x.end, "Top": float64(barsAbove), "Bottom": bottom,
		"Centre": (x.start + x.end) / 2, "LabelEnd": x.start - 8,
		"BarHeight": float64(barHeight), "Ticks": x.views(), "Bars": all,
		"Reference": x.at(b.Reference), "ReferenceName": b.ReferenceName,
	})
}

func (b *Bars) most() (most float64) {
	for _, bar := range b.Bars {
		most = max(most, bar.Value)
	}
	return max(most, b.Reference)
}

// labelWidth is the room for the longest label and the space beside it.
func (b *Bars) labelWidth() float64 {
	longest := 0
	for _, bar := range b.Bars {
		longest = max(longest, utf8.RuneCountInString(bar.Label))
	}
	return 24 + barLetter*float64(longest)
}
