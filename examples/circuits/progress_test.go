package main

import (
	"bytes"
	"errors"
	"regexp"
	"testing"
)

func TestProgressLines(t *testing.T) {
	var out bytes.Buffer
	p := newProgress(&out)
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
