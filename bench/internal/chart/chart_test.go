package chart

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"io"
	"math"
	"strings"
	"testing"
)

// TestStylesDiffer: neither two series of a chart nor two neighbours look alike, also without
// colour.
func TestStylesDiffer(t *testing.T) {
	seen, grey := map[string]int{}, map[string]int{}
	for i := range 40 {
		s := styleOf(i, false)
		key := fmt.Sprint(s.shape, s.dash)
		if k, ok := grey[key]; ok {
			t.Errorf("series %d and %d have the same mark and dash", k, i)
		}
		grey[key], seen[s.colour] = i, i
		if next := styleOf(i+1, false); next.colour == s.colour || next.shape == s.shape {
			t.Errorf("series %d looks like the next", i)
		}
	}
	if len(seen) != len(colours) {
		t.Errorf("%d colours used of %d", len(seen), len(colours))
	}
}

func TestAxes(t *testing.T) {
	labels := func(a *axis) string {
		var all []string
		for _, tick := range a.ticks {
			all = append(all, tick.label)
		}
		return strings.Join(all, " ")
	}
	for _, test := range []struct {
		axis *axis
		want string
	}{
		{powersOfTwo(1<<10, 1<<13), "2^10 2^11 2^12 2^13"},
		{powersOfTwo(1000, 5000), "2^9 2^10 2^11 2^12 2^13"},
		{decades(0.3, 40), "0.5 1 2 5 10 20"},
		{decades(3, 7), "2.5 3 4 5 6 8"},
		{decades(0.001, 1000), "0.001 0.01 0.1 1 10 100 1000"},
		{linear(31), "0 5 10 15 20 25 30"},
		{linear(0), "0 0.2 0.4 0.6 0.8 1"},
	} {
		if got := labels(test.axis); got != test.want {
			t.Errorf("ticks %q, want %q", got, test.want)
		}
	}
	a := powersOfTwo(1<<10, 1<<14)
	a.start, a.end = 0, 450 // 4 powers and a quarter on both sides
	if at := a.at(1 << 12); math.Abs(at-225) > 1e-9 {
		t.Errorf("the middle is at %v", at)
	}
}

func TestTracksArePacked(t *testing.T) {
	l := Track{Spans: []Span{{"a", 0, 10}, {"b", 5, 10}, {"c", 10, 2}, {"d", 11, 1}, {"e", 15, 1},
		{"f", 15.9995, 1}}}
	var got []string
	for _, row := range l.rows() {
		var names string
		for _, span := range row {
			names += span.Name
		}
		got = append(got, names)
	}
	if rows := strings.Join(got, " "); rows != "acef b d" {
		t.Errorf("rows %s", rows)
	}
}

// drawings with values that are hard to draw.
func drawings() map[string]interface {
	PNG(io.Writer) error
} {
	return map[string]interface{ PNG(io.Writer) error }{
		"one point": &Lines{Title: "<&>", X: "x", Y: "y",
			Series: []Series{{Label: `"quoted"`, Points: []Point{{1024, 3}}}}},
		"one value": &Lines{Series: []Series{
			{Label: "flat", Ours: true, Points: []Point{{2, 1}, {4, 1}}}}},
		"bars": &Bars{Title: "bars", Bars: []Bar{{"one & only", 0, 0.01, "0.01×"}},
			Reference: 1, ReferenceName: "gnark's"},
		"instant": &Timeline{Title: "time", Tracks: []Track{{"track", []Span{{"nothing", 0, 0}}}}},
	}
}

func TestHardDrawings(t *testing.T) {
	for name, d := range drawings() {
		var b bytes.Buffer
		if err := d.PNG(&b); err != nil {
			t.Errorf("%s: %v", name, err)
		} else if _, err := png.Decode(&b); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		var text string
		var err error
		switch d := d.(type) {
		case *Lines:
			h, e := d.SVG()
			text, err = string(h), e
		case *Bars:
			h, e := d.SVG()
			text, err = string(h), e
		case *Timeline:
			h, e := d.SVG()
			text, err = string(h), e
		}
		if err != nil || strings.Contains(text, "NaN") || strings.Contains(text, "Inf") ||
			strings.Contains(text, "ZgotmplZ") {
			t.Errorf("%s: %v in\n%s", name, err, text)
		}
		for decoder := xml.NewDecoder(strings.NewReader(text)); ; {
			if _, err := decoder.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v in\n%s", name, err, text)
			}
		}
	}
}
