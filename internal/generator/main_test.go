package main

import (
	"strings"
	"testing"
)

func TestHelp(t *testing.T) {
	var out strings.Builder
	flags, _ := newFlags(&out)
	flags.Usage()
	for _, want := range []string{
		"generator writes", "\n    go run ./internal/generator\n", "-check",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the help lacks %q:\n%s", want, out.String())
		}
	}
	if n := strings.Count(out.String(), "\n    go run "); n != 2 {
		t.Errorf("the help has %d examples", n)
	}
}
