package chart

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
)

// TestSVG: the picture is an element of XML, whatever the labels are.
func TestSVG(t *testing.T) {
	b := &Bars{Title: "<&>", Bars: []Bar{{`"one" & only`, false, 0.01, "0.01×"}}}
	svg, err := b.SVG()
	if err != nil || !strings.HasPrefix(svg, "<svg") || strings.Contains(svg, "NaN") ||
		strings.Contains(svg, "Inf") || !strings.Contains(svg, "sans-serif") {
		t.Fatalf("%v in\n%s", err, svg)
	}
	for decoder := xml.NewDecoder(strings.NewReader(svg)); ; {
		if _, err := decoder.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, svg)
		}
	}
}
