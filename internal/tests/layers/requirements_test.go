package layers

import (
	"encoding/json"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// shared are requirements of examples that gnark has, too: users have them in any case.
var shared = []string{"golang.org/x/crypto"}

// TestRequirements: whoever requires this module gets the imports of its library. Modules that only
// examples or measurements import are not among them.
func TestRequirements(t *testing.T) {
	edit := exec.Command("go", "mod", "edit", "-json")
	edit.Dir = root
	out, err := edit.Output()
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Require []struct {
			Path     string
			Indirect bool
		}
	}
	if err := json.Unmarshal(out, &file); err != nil {
		t.Fatal(err)
	}
	var imports []string
	for _, p := range packages(t, "cuda") {
		if !strings.HasPrefix(p.ImportPath, module+"/examples/") {
			imports = slices.Concat(imports, p.Imports, p.TestImports, p.XTestImports)
		}
	}
	for _, r := range file.Require {
		needed := func(path string) bool {
			return path == r.Path || strings.HasPrefix(path, r.Path+"/")
		}
		if !r.Indirect && !slices.Contains(shared, r.Path) &&
			!slices.ContainsFunc(imports, needed) {
			t.Errorf("go.mod requires %s, which nothing but examples imports", r.Path)
		}
	}
}
