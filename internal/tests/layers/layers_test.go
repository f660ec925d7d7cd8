package layers

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/gnark-accel/gnark-accel"

// floors are the rooms of the module from the ground up. A room is a folder; with a final /... it
// includes the folders below that have no room of their own. <curve> and <scheme> stand for any. A
// room may import rooms of the floors below its own. Folders of one room import each other at will.
var floors = [][]string{
	{
		"internal/curve/...", "internal/gnark_v0_14_0_or_later",
		"internal/container", "internal/parallel", "internal/raw",
		"internal/tests/versions",
		"examples/circuits/catalog", "internal/tests/logbook",
		"hooks/internal/hookstest/circuits",
		"hooks/internal/hookstest/randomness", "internal/tests/equality", "internal/tests/layers",
		"internal/tests/pages",
	},
	{
		"accel/cuda/...", "internal/poly", "internal/prepared",
		"internal/generator", "internal/kernelbuild", "internal/tests/sample",
	},
	{"accel/memory", "internal/solver/..."},
	{"internal/engine/...", "hooks/solve"},
	{"accel"},
	{
		"accel/<curve>", "internal/groth16", "internal/plonk", "internal/settings",
		"internal/tests/devicetest",
	},
	{
		"accel/<curve>/kzg",
		"hooks/internal/keys", "hooks/internal/hookstest",
		"internal/tests/fieldtest", "internal/tests/grouptest", "internal/tests/kzgtest",
	},
	{
		"hooks/groth16/ceremony", "hooks/internal/hookstest/keys", "hooks/internal/proof",
	},
	{"hooks/<scheme>/internal/..."},
	{"hooks/<scheme>/<curve>"},
	{"hooks/<scheme>"},
	{
		"examples/...", "hooks/<scheme>/...", "hooks/internal/hookstest/<scheme>/testscheme",
		"internal/tests/hostile",
	},
}

// reserved are imports that only some rooms may have, with these rooms. They are of this module and
// of others. The first row that fits a path counts.
var reserved = []struct {
	path string // with a final /..., all paths below it, too
	in   []string
}{
	{"accel/cuda/kernels/<curve>", []string{"accel/<curve>", "accel/cuda/internal/cudatest"}},
	{"accel/cuda/...", []string{
		"accel", "accel/<curve>", "accel/cuda/...", "accel/memory", "internal/...",
		"hooks/internal/hookstest/...", "hooks/<scheme>/internal/prover",
	}},
	{"internal/prepared", []string{"hooks/...", "internal/...", "examples/wraps/kept"}},
	{"internal/...", []string{"accel/...", "hooks/...", "internal/..."}},
	{"examples/...", []string{"examples/...", "hooks/internal/hookstest/...",
		"internal/solver/solvertest", "internal/tests/..."}},
	{"github.com/ebitengine/purego", []string{"accel/cuda/internal/driver"}},
	{"unsafe", []string{ // the latter by cgo
		"accel/cuda/internal/driver", "accel/cuda/internal/staging", "internal/raw",
		"examples/linked",
	}},
	{"C", []string{"examples/linked"}},
	{"github.com/consensys/gnark-crypto/ecc", []string{ // no curve: its identifiers and settings
		"accel", "accel/<curve>", "internal/engine/kzg", "hooks/...", "examples/...",
		"accel/cuda/internal/cudatest", "internal/curve/...", "internal/generator",
		"internal/groth16", "internal/tests/grouptest", "internal/engine/...",
		"internal/plonk", "internal/solver/..."}},
	{"github.com/consensys/gnark-crypto/...", []string{
		"accel/<curve>", "accel/<curve>/kzg", "internal/engine/kzg", "hooks/...", "examples/...",
		"internal/curve/<curve>", "internal/solver/...",
		"accel/cuda/internal/cudatest"}}, // only tests import that
	{"github.com/consensys/gnark/...", []string{
		"hooks/...", "examples/...", "internal/gnark_v0_14_0_or_later",
		"internal/prepared", "internal/settings", "internal/solver/...",
		"internal/engine/group"}}, // gnark's logger
}

// imported is a package of the module, as go list knows it.
type imported struct {
	ImportPath                string
	Imports                   []string
	TestImports, XTestImports []string
}

// packages lists the packages of the module as they are built with the tag.
func packages(t *testing.T, tags string) (all []imported) {
	t.Helper()
	list := exec.Command("go", "list", "-tags", tags,
		"-json=ImportPath,Imports,TestImports,XTestImports", "./...")
	list.Dir = root
	list.Env = append(os.Environ(), "CGO_ENABLED=1")
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	for decoder := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p imported
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

// patternOf turns the name of a room into an expression for folders.
func patternOf(name string) *regexp.Regexp {
	name = regexp.QuoteMeta(name)
	name = strings.NewReplacer(
		`<curve>`, `(bn|bls|bw)[0-9]+(-[0-9]+)?`, `<scheme>`, `(groth16|plonk)`, `/\.\.\.`,
		`(/.*)?`).Replace(name)
	return regexp.MustCompile("^" + name + "$")
}

// roomOf returns the room of a folder and its floor, or -1. The longest name counts, so that
// exceptions win.
func roomOf(folder string) (best string, floor int) {
	floor = -1
	for i, rooms := range floors {
		for _, room := range rooms {
			if patternOf(room).MatchString(folder) && specific(room) > specific(best) {
				best, floor = room, i
			}
		}
	}
	return best, floor
}

// specific is larger for a room that is named more exactly.
func specific(name string) int { return len(strings.TrimSuffix(name, "/...")) }

func within(folder string, rooms []string) bool {
	return slices.ContainsFunc(rooms, func(r string) bool {
		return patternOf(r).MatchString(folder)
	})
}

// breaches returns the rules that a package breaks.
func breaches(p imported) (all []string) {
	folder := strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, module), "/")
	room, own := roomOf(folder)
	if own < 0 {
		return []string{folder + " is on no floor"}
	}
	for _, path := range p.Imports {
		path, ours := strings.CutPrefix(path, module+"/")
		other, floor := roomOf(path)
		if ours && floor >= own && other != room {
			all = append(all, fmt.Sprintf("%s imports %s, which is not below it", folder, path))
		}
		for _, r := range reserved {
			if !within(path, []string{r.path}) {
				continue
			}
			if !within(folder, r.in) {
				all = append(all, fmt.Sprintf("%s imports %s, which is reserved", folder, path))
			}
			break
		}
	}
	return all
}

// TestLayers checks each import of the module against the tables.
func TestLayers(t *testing.T) {
	for _, p := range packages(t, "cuda") {
		for _, breach := range breaches(p) {
			t.Error(breach)
		}
	}
}

func TestBreaches(t *testing.T) {
	for _, c := range []struct {
		folder  string
		imports []string
		want    int
	}{
		{"accel/cuda/internal/plan", []string{module + "/accel/cuda/internal/driver", "errors"}, 0},
		{"accel/cuda/internal/plan", []string{module + "/accel/memory", "unsafe"}, 2},
		{"accel/bn254", []string{module + "/internal/groth16"}, 1},
		{"examples/linked", []string{"C"}, 0},
		{"examples/drop-in/after", []string{module + "/internal/curve"}, 1},
		{"accel/cuda/internal/msm", []string{"github.com/consensys/gnark-crypto/ecc"}, 1},
		{"accel/bn254", []string{
			module + "/accel/cuda/kernels/bn254", "github.com/consensys/gnark-crypto/ecc/bn254",
		}, 0},
		{"accel/bn254", []string{"github.com/consensys/gnark/logger"}, 1},
		{"hooks/plonk/bls12-381",
			[]string{module + "/accel/bls12-381", "github.com/consensys/gnark/logger"}, 0},
		{"hooks/plonk/bls12-381", []string{module + "/hooks/plonk"}, 1},
		{"examples/circuits/catalog", []string{module + "/accel"}, 1},
		{"internal/nowhere", nil, 1},
		{"examples/drop-in/after", []string{"C"}, 1},
	} {
		got := breaches(imported{ImportPath: module + "/" + c.folder, Imports: c.imports})
		if len(got) != c.want {
			t.Errorf("%s with %v: %v", c.folder, c.imports, got)
		}
	}
}
