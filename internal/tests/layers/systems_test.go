package layers

import (
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var listing = flag.String("listing", "-tags=none;-tags=cuda", "flags of go list for TestSystems")

// TestSystems checks the types of all packages for every supported system. It does so with the tag
// and without it. It reads their sources, and the declarations of their imports: nothing is
// compiled. None but Linux with the tag may import purego.
func TestSystems(t *testing.T) {
	if testing.Short() {
		t.Skip("-short leaves other systems to make check")
	}
	for system := range strings.FieldsSeq("linux/amd64 linux/arm64 darwin/arm64 windows/amd64") {
		for flags := range strings.SplitSeq(*listing, ";") {
			t.Run(system+"/"+flags, func(t *testing.T) {
				t.Parallel()
				all := checkedFor(t, system, strings.Fields(flags))
				_, ok := all["github.com/ebitengine/purego"]
				want := strings.HasPrefix(system, "linux/") && strings.Contains(flags, "cuda")
				if ok != want {
					t.Errorf("purego is imported: %t, want %t", ok, want)
				}
			})
		}
	}
}

// checkedFor returns the packages that go list names, and all that they import.
func checkedFor(t *testing.T, system string, flags []string) map[string]*types.Package {
	system, arch, _ := strings.Cut(system, "/")
	list := exec.Command("go", slices.Concat([]string{"list", "-deps",
		"-json=ImportPath,Dir,GoFiles,ImportMap"}, flags, []string{"./..."})...)
	list.Dir = root
	list.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system, "GOARCH="+arch)
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]*types.Package{"unsafe": types.Unsafe}
	files := token.NewFileSet()
	for decoder := json.NewDecoder(strings.NewReader(string(out))); decoder.More(); {
		var p listed
		if err := decoder.Decode(&p); err != nil {
			t.Fatal(err)
		}
		if all[p.ImportPath] != nil || strings.HasSuffix(p.ImportPath, ".test") {
			continue
		}
		path, _, _ := strings.Cut(p.ImportPath, " ") // before the test that it is compiled for
		ours := strings.HasPrefix(p.ImportPath, module)
		config := types.Config{
			Importer: p.importer(all), IgnoreFuncBodies: !ours,
			Sizes: types.SizesFor("gc", arch),
		}
		if ours {
			config.Error = func(err error) { t.Error(err) }
		}
		parsed, err := p.parse(files)
		if err != nil {
			t.Fatal(err)
		}
		all[p.ImportPath], err = config.Check(path, files, parsed, nil)
		if err != nil && !ours {
			t.Fatal(err)
		}
	}
	return all
}

// listed is a package, as go list knows it. Its imports are listed before it.
type listed struct {
	ImportPath, Dir string
	GoFiles         []string
	ImportMap       map[string]string
}

func (p *listed) parse(files *token.FileSet) (parsed []*ast.File, err error) {
	for _, name := range p.GoFiles {
		file, err := parser.ParseFile(files, filepath.Join(p.Dir, name), nil,
			parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		parsed = append(parsed, file)
	}
	return parsed, nil
}

// importer finds the imports of the package.
func (p *listed) importer(all map[string]*types.Package) types.Importer {
	return importing(func(path string) (*types.Package, error) {
		if mapped, ok := p.ImportMap[path]; ok {
			path = mapped
		}
		if found := all[path]; found != nil {
			return found, nil
		}
		return nil, fmt.Errorf("%s imports %s, which go list did not name", p.ImportPath, path)
	})
}

type importing func(path string) (*types.Package, error)

// Import implements types.Importer.
func (f importing) Import(path string) (*types.Package, error) { return f(path) }
