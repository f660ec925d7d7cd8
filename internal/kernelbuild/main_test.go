package main

import (
	"errors"
	"io"
	"strings"
	"testing"
)

func TestHelp(t *testing.T) {
	t.Chdir(".") // and back, from the root
	var out strings.Builder
	if err := execute(&out, []string{"-h"}); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(out.String(), "kernelbuild builds ") ||
		strings.Count(out.String(), "\n    go run ") != 2 {
		t.Errorf("the help is\n%s", out.String())
	}
	for _, command := range []string{"build", "check", "verify", "resources"} {
		if !strings.Contains(out.String(), "\n  "+command+" ") {
			t.Errorf("the help does not name %s", command)
		}
	}
	for _, wrong := range [][]string{nil, {"walk"}} {
		if err := execute(io.Discard, wrong); !errors.Is(err, errUsage) {
			t.Errorf("kernelbuild %q: %v", wrong, err)
		}
	}
	if err := execute(io.Discard, []string{"resources", "no-such-curve"}); err == nil {
		t.Error("resources of a curve that there is not")
	}
}
