package progress

import (
	"bytes"
	"strings"
	"testing"
)

func TestPlainLines(t *testing.T) {
	var out bytes.Buffer
	p := New(&out, 4)
	p.Step("the %s", "first")
	p.Done(1)
	p.Clear()
	p.Step("the second")
	p.Done(9) // never more than all
	p.End()
	lines := strings.Split(strings.TrimRight(out.String(), "\n"), "\n")
	if len(lines) != 3 || lines[0] != "  0 %  the first" || lines[1] != " 25 %  the second" ||
		!strings.HasPrefix(lines[2], "100 % after ") {
		t.Errorf("lines %q", lines)
	}
}
