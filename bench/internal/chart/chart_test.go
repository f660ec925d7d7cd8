package chart

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"strings"
	"testing"

	"gonum.org/v1/plot"
)

func TestTicks(t *testing.T) {
	for _, test := range []struct {
		ticks []plot.Tick
		want  string
	}{
		{powersOfTwo(1<<10, 1<<13), "2^10 2^11 2^12 2^13"},
		{powersOfTwo(1000, 5000), "2^10 2^11 2^12"},
		{powersOfTwo(1, 4), "1 2 4"},
		{decades(0.3, 40), "0.5 1 2 5 10 20"},
		{decades(2.4, 8.1), "2.5 3 4 5 6 8"},
		{decades(0.001, 1000), "0.001 0.01 0.1 1 10 100 1000"},
	} {
		var labels []string
		for _, tick := range test.ticks {
			labels = append(labels, tick.Label)
		}
		if got := strings.Join(labels, " "); got != test.want {
			t.Errorf("ticks %q, want %q", got, test.want)
		}
	}
}

// TestHardDrawings draws values that are hard to draw.
func TestHardDrawings(t *testing.T) {
	for name, d := range map[string]Drawing{
		"one point": &Lines{Title: "<&>", X: "x", Y: "y",
			Series: []Series{{Label: `"quoted"`, Points: []Point{{X: 1024, Y: 3}}}}},
		"one value": &Lines{Series: []Series{
			{Label: "flat", Ours: true, Points: []Point{{X: 2, Y: 1}, {X: 4, Y: 1}}}}},
		"bars": &Bars{Title: "bars", Bars: []Bar{{"one & only", false, 0.01, "0.01×"}}},
	} {
		var b bytes.Buffer
		if err := PNG(d, &b); err != nil {
			t.Errorf("%s: %v", name, err)
		} else if _, err := png.Decode(&b); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		svg, err := SVG(d)
		if err != nil || !strings.HasPrefix(svg, "<svg") || strings.Contains(svg, "NaN") ||
			strings.Contains(svg, "Inf") || !strings.Contains(svg, "sans-serif") {
			t.Errorf("%s: %v in\n%s", name, err, svg)
		}
		for decoder := xml.NewDecoder(strings.NewReader(svg)); ; {
			if _, err := decoder.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v in\n%s", name, err, svg)
			}
		}
	}
}
