package layers

import (
	"regexp"
	"strings"
	"testing"
)

var curveOf = regexp.MustCompile(`/((?:bn|bls|bw)[0-9]+(?:-[0-9]+)?)(?:/|$)`)

// TestOneCurve follows the imports of packages of a curve. They link kernels, tables and solvers of
// no other.
func TestOneCurve(t *testing.T) {
	imports := map[string][]string{}
	for _, p := range packages(t, "cuda") {
		imports[p.ImportPath] = p.Imports
	}
	for path := range imports {
		if c := curveOf.FindStringSubmatch(path); c != nil {
			follow(t, imports, path, c[1], map[string]bool{})
		}
	}
}

func follow(t *testing.T, imports map[string][]string, path, curve string, seen map[string]bool) {
	t.Helper()
	for _, next := range imports[path] {
		if !strings.HasPrefix(next, module) || seen[next] {
			continue
		}
		seen[next] = true
		if c := curveOf.FindStringSubmatch(next); c != nil && c[1] != curve {
			t.Errorf("a program over %s links %s, by %s", curve, next, path)
		}
		follow(t, imports, next, curve, seen)
	}
}
