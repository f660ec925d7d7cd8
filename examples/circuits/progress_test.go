package main

import (
	"bytes"
	"errors"
	"regexp"
	"testing"
)

func TestProgressLines(t *testing.T) {
	var out bytes.Buffer
	p := &progress{out: &out}
	if _, err := phase(t.Context(), p, "setup", func() error { return nil }); err != nil {
		t.Error(err)
	}
	broken := errors.New("broken")
	_, err := phase(t.Context(), p, "solve", func() error { return broken })
	if !errors.Is(err, broken) {
		t.Errorf("phase returns %v", err)
	}
	want := regexp.MustCompile(
		`^setup \.\.\.\nsetup: [0-9.]+ (µs|ms|s)\nsolve \.\.\.\nsolve: failed\n$`)
	if !want.Match(out.Bytes()) {
		t.Errorf("got %q", out.String())
	}
}

// TestBars: a terminal shows a bar until the next line, which takes its place. Files have none.
func TestBars(t *testing.T) {
	for _, terminal := range []bool{true, false} {
		var out bytes.Buffer
		p := &progress{out: &out, terminal: terminal}
		tell := p.bar("load key")
		tell(1, 0) // of how many is unknown
		tell(1<<20, 4<<20)
		tell(2<<20, 4<<20) // at once
		p.line("done")
		want := "done\n"
		if terminal {
			want = "\r\x1b[Kload key [#######.......................] 25% of 4 MiB\r\x1b[Kdone\n"
		}
		if got := out.String(); got != want {
			t.Errorf("got %q, expected %q", got, want)
		}
	}
}
