package main

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
	"time"
)

// screen is what a terminal shows after output that moves the cursor with carriage returns and newlines only.
func screen(output string) []string {
	var lines []string
	for _, line := range strings.Split(output, "\n") {
		var shown []rune
		for _, part := range strings.Split(line, "\r") {
			text := []rune(part)
			if len(text) > len(shown) {
				shown = append(shown, make([]rune, len(text)-len(shown))...)
			}
			copy(shown, text)
		}
		lines = append(lines, strings.TrimRight(string(shown), " "))
	}
	return lines
}

func TestSpinnerMakesRoomForLogs(t *testing.T) {
	var out bytes.Buffer
	p := &progress{out: &out, terminal: true}
	a := p.begin("setup", -1)
	time.Sleep(3 * redrawInterval)
	p.line("a line of the log")
	time.Sleep(3 * redrawInterval)
	a.end("done")
	if pictures := strings.Count(out.String(), "setup"); pictures < 3 {
		t.Errorf("the spinner was drawn %d times:\n%q", pictures, out.String())
	}
	if got := screen(out.String()); len(got) != 2 || got[0] != "a line of the log" || got[1] != "" {
		t.Errorf("the terminal shows %q in the end, want the log's line alone", got)
	}
}

func TestBarCounts(t *testing.T) {
	var out bytes.Buffer
	p := &progress{out: &out, terminal: true}
	a := p.begin("prove", 4)
	a.step("not for a terminal")
	a.step("not for a terminal")
	p.mu.Lock()
	shown := screen(out.String())
	p.mu.Unlock()
	if !regexp.MustCompile(`^prove +50%`).MatchString(shown[0]) {
		t.Errorf("after two of four the terminal shows %q", shown)
	}
	a.step("not for a terminal")
	a.step("not for a terminal")
	a.end("done")
	if got := screen(out.String()); len(got) != 1 || got[0] != "" {
		t.Errorf("the bar is left behind: %q", got)
	}
}

func TestPlainLines(t *testing.T) {
	var out bytes.Buffer
	p := newProgress(&out)
	a := p.begin("prove", 2)
	a.step("proof %d", 1)
	a.end("2 s")
	if want := "prove ...\nproof 1\nprove: 2 s\n"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}
