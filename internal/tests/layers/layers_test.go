package layers

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/gnark-accel/gnark-accel"

// rooms lists each room of the module with the rooms that it may import. A room is a folder; with a
// final /... it includes the folders below that have no row of their own. <curve> stands for any
// curve. Arrows go down only: a room may import rooms above its row, and no others.
var rooms = []room{
	{"accel/cuda/driver", nil},
	{"accel/cuda/driver/futex", nil},
	{"accel/cuda/kernels", nil},
	{"accel/cuda/kernels/internal/packed", nil},
	{"accel/cuda/kernels/<curve>", []string{
		"accel/cuda/driver", "accel/cuda/kernels/internal/packed"}},
	{"accel/cuda/plan", []string{"accel/cuda/driver", "accel/cuda/kernels"}},
	{"accel/cuda/staging", []string{
		"accel/cuda/driver", "accel/cuda/driver/futex", "accel/cuda/plan"}},
	{"internal/parallel", nil},
	{"accel/cuda/device", []string{
		"accel/cuda/driver", "accel/cuda/kernels", "accel/cuda/plan", "accel/cuda/staging"}},
	{"accel/cuda/vector", backend},
	{"accel/cuda/msm", append(backend, "accel/cuda/vector")},
	{"accel/cuda", append(backend, "accel/cuda/vector", "accel/cuda/msm")},
	{"accel/cuda/internal/...", append(backend, "accel/cuda/kernels/<curve>")},

	{"internal/curves", nil},
	{"internal/field", nil},
	{"internal/tests/testlog", nil},
	{"internal/poly", []string{"internal/field", "internal/parallel"}},
	{"internal/keycache", []string{"internal/parallel"}},
	{"internal/prepared", []string{"internal/parallel"}},
	{"internal/solver/inversion", nil},
	{"internal/solver/lattice", nil},
	{"internal/solver/limbs", nil},
	{"internal/solver/program", []string{"internal/parallel", "internal/solver/limbs"}},
	{"internal/solver/translate", []string{
		"internal/solver/lattice", "internal/solver/limbs", "internal/solver/program"}},
	{"internal/solver/schedule", []string{"internal/parallel", "internal/solver/program"}},
	{"internal/solver", []string{"internal/parallel", "internal/solver/program"}},
	{"internal/solver/machine", []string{
		"internal/parallel", "internal/prepared",
		"internal/solver", "internal/solver/limbs", "internal/solver/program",
		"internal/solver/schedule", "internal/solver/translate"}},
	{"internal/solver/<curve>", []string{
		"internal/solver", "internal/solver/inversion", "internal/solver/limbs",
		"internal/solver/machine", "internal/solver/program"}},
	{"internal/session/turns", []string{"accel/cuda"}},
	{"internal/session", []string{
		"accel/cuda", "accel/cuda/driver", "internal/keycache", "internal/session/turns"}},
	{"internal/devices", []string{"accel/cuda", "internal/parallel", "internal/session"}},
	{"internal/multiexp", []string{
		"accel/cuda", "accel/cuda/driver", "internal/devices", "internal/field",
		"internal/parallel", "internal/poly", "internal/session"}},
	{"internal/vectors", []string{
		"accel/cuda", "accel/cuda/driver", "internal/session", "internal/field",
		"internal/parallel", "internal/poly"}},
	{"accel", []string{
		"accel/cuda", "accel/cuda/driver", "internal/devices", "internal/session",
		"internal/vectors"}},
	{"internal/settings", []string{"accel", "internal/prepared"}},
	{"internal/verified", []string{"internal/session"}},
	{"internal/provestream", []string{
		"internal/parallel", "internal/settings", "internal/solver"}},
	{"internal/groth16", append(algebra, "internal/keycache")},
	{"internal/plonk", append(algebra, "internal/keycache")},
	{"accel/<curve>", append(algebra, "internal/vectors", "accel/cuda/kernels/<curve>")},
	{"internal/kzg", []string{"internal/field", "internal/poly"}},
	{"accel/<curve>/kzg", []string{"accel", "accel/<curve>", "internal/kzg", "internal/poly"}},

	{"hooks/internal/algebra", []string{
		"accel", "internal/devices", "internal/field", "internal/multiexp", "internal/parallel",
		"internal/session"}},
	{"hooks/internal/keyfile", []string{
		"internal/keycache", "internal/parallel", "internal/prepared", "internal/multiexp",
		"internal/session", "internal/settings", "hooks/internal/algebra"}},
	{"hooks/internal/solving", []string{
		"internal/prepared", "internal/solver", "internal/solver/machine"}},
	{"hooks/internal/algebra/<curve>", []string{
		"accel", "accel/<curve>", "internal/devices", "internal/field", "internal/multiexp",
		"hooks/internal/algebra"}},
	{"hooks/internal/...", nil},
	{"hooks/groth16/internal/peel", []string{"internal/field"}},
	{"hooks/plonk/internal/relation", []string{
		"internal/field", "internal/parallel", "internal/poly", "hooks/internal/algebra"}},
	{"hooks/<scheme>/internal/system", []string{
		"internal/field", "internal/groth16", "internal/keycache", "internal/parallel",
		"internal/plonk", "internal/prepared", "internal/solver", "internal/solver/machine",
		"hooks/internal/algebra", "hooks/internal/solving", "hooks/plonk/internal/relation"}},
	{"hooks/<scheme>/internal/protocol", []string{
		"accel", "internal/devices", "internal/field", "internal/groth16", "internal/keycache",
		"internal/kzg",
		"internal/multiexp", "hooks/plonk/internal/relation",
		"internal/parallel", "internal/plonk", "internal/poly", "internal/prepared",
		"internal/provestream", "internal/session",
		"internal/settings", "internal/solver", "internal/verified", "hooks/internal/algebra",
		"hooks/groth16/internal/peel", "hooks/<scheme>/internal/system"}},
	{"hooks/plonk/internal/reading", []string{
		"internal/session", "hooks/internal/algebra", "hooks/internal/keyfile",
		"hooks/<scheme>/internal/system"}},
	{"hooks/groth16/internal/reading", []string{
		"accel", "internal/groth16", "internal/session",
		"hooks/internal/algebra", "hooks/internal/keyfile", "hooks/<scheme>/internal/protocol"}},
	{"hooks/groth16/internal/secret", []string{"hooks/internal/algebra"}},
	{"hooks/groth16/internal/setup", []string{
		"accel", "internal/field", "internal/groth16", "internal/keycache", "internal/multiexp",
		"internal/parallel", "internal/poly", "internal/session", "hooks/internal/algebra",
		"hooks/groth16/internal/secret",
		"hooks/<scheme>/internal/protocol", "hooks/<scheme>/internal/system"}},
	{"hooks/groth16/ceremony", []string{
		"accel", "internal/multiexp", "internal/parallel", "internal/poly",
		"hooks/groth16/internal/secret", "hooks/internal/algebra",
		"hooks/internal/algebra/<curve>"}},
	{"hooks/<scheme>/internal/prover", []string{
		"accel", "accel/cuda", "internal/field", "internal/parallel", "internal/poly",
		"internal/provestream", "internal/session", "internal/settings", "internal/verified",
		"hooks/internal/algebra", "hooks/internal/keyfile", "hooks/plonk/internal/relation",
		"hooks/<scheme>/internal/protocol", "hooks/<scheme>/internal/system",
		"hooks/groth16/internal/reading", "hooks/groth16/internal/setup",
		"hooks/plonk/internal/reading"}},
	{"hooks/<scheme>/internal/<curve>", []string{
		"internal/solver", "internal/solver/<curve>", "hooks/internal/algebra/<curve>",
		"hooks/<scheme>/internal/protocol", "hooks/<scheme>/internal/system",
		"hooks/groth16/internal/setup", "hooks/plonk/internal/reading",
		"hooks/<scheme>/internal/prover"}},
	{"hooks/<scheme>/<curve>", []string{
		"accel", "accel/<curve>", "internal/provestream", "hooks/internal/algebra/<curve>",
		"hooks/<scheme>/internal/protocol", "hooks/<scheme>/internal/prover",
		"hooks/<scheme>/internal/<curve>"}},
	{"hooks/solve", []string{
		"internal/prepared",
		"internal/solver", "internal/solver/machine", "internal/solver/<curve>",
		"hooks/internal/..."}},
	{"hooks/internal/facade", []string{
		"accel", "internal/parallel", "internal/prepared", "internal/provestream",
		"internal/settings",
		"hooks/internal/...", "hooks/solve"}},
	{"hooks/<scheme>", []string{
		"accel", "internal/settings", "hooks/internal/facade", "hooks/<scheme>/internal/<curve>",
		"hooks/<scheme>/internal/protocol"}},

	// Whoever calls the library knows what is public, and the circuits.
	{"examples/circuits/catalog/internal/values", nil},
	{"examples/circuits/catalog/internal/points", []string{
		"examples/circuits/catalog/internal/values"}},
	{"examples/circuits/catalog", []string{
		"examples/circuits/catalog/internal/values",
		"examples/circuits/catalog/internal/points"}},
	{"examples/circuits/bars", nil},
	{"examples/circuits/testsrs", []string{"accel", "accel/<curve>"}},
	{"examples/circuits/proving", []string{
		"accel", "hooks/<scheme>", "examples/circuits/catalog", "examples/circuits/testsrs"}},
	{"internal/solver/solvertest", []string{
		"internal/curves", "internal/parallel", "internal/solver", "internal/solver/machine",
		"internal/solver/program", "internal/solver/schedule", "examples/circuits/catalog"}},
	{"internal/solver/equality", nil},
	{"examples/...", []string{
		"accel", "accel/<curve>", "accel/<curve>/kzg", "hooks/<scheme>",
		"hooks/solve", "examples/circuits/bars", "examples/circuits/catalog",
		"examples/circuits/proving"}},

	// Tools and tests.
	{"internal/tests/devicetest", []string{"accel", "accel/cuda/driver", "internal/parallel"}},
	{"internal/tests/sample", nil},
	{"internal/tests/grouptest", []string{
		"accel", "accel/cuda", "accel/cuda/driver", "internal/session", "internal/tests/devicetest",
		"internal/parallel", "internal/tests/sample", "internal/tests/testlog"}},
	{"internal/tests/fieldtest", []string{
		"accel", "internal/tests/devicetest", "internal/tests/sample"}},
	{"internal/tests/kzgtest", []string{
		"accel", "internal/tests/devicetest", "internal/parallel", "internal/tests/sample"}},
	{"hooks/internal/hookstest/circuits", nil},
	{"hooks/internal/hookstest/randomness", nil},
	{"hooks/internal/hookstest", []string{
		"hooks/internal/hookstest/circuits", "hooks/internal/hookstest/randomness",
		"accel", "accel/cuda/driver", "internal/curves", "internal/tests/devicetest",
		"internal/tests/testlog",
		"internal/keycache", "internal/parallel", "internal/provestream", "internal/solver",
		"examples/circuits/catalog"}},
	{"hooks/internal/hookstest/keys", []string{
		"accel", "internal/curves", "internal/tests/devicetest", "examples/circuits/catalog",
		"hooks/internal/keyfile", "hooks/internal/hookstest", "hooks/internal/hookstest/circuits",
		"hooks/internal/hookstest/randomness", "hooks/solve", "internal/tests/testlog"}},
	{"hooks/internal/<scheme>/testscheme", []string{
		"accel", "hooks/<scheme>", "hooks/solve", "hooks/internal/hookstest",
		"hooks/internal/hookstest/circuits"}},
	{"hooks/<scheme>/...", []string{
		"accel", "accel/<curve>", "hooks/<scheme>", "hooks/solve", "hooks/internal/hookstest",
		"hooks/internal/hookstest/circuits"}},
	{"internal/tests/hostile", []string{
		"accel", "accel/<curve>", "accel/<curve>/kzg", "hooks/<scheme>", "hooks/<scheme>/<curve>",
		"hooks/groth16/ceremony",
		"hooks/solve", "internal/curves", "internal/tests/devicetest"}},
	{"internal/generator", []string{"internal/curves"}},
	{"internal/kernelbuild", []string{"internal/curves", "internal/parallel"}},
	{"internal/tests/pages", nil},
	{"internal/versions", nil},
	{"internal/tests/layers", nil},
}

// room is a folder with the rooms that it may import.
type room struct {
	folder string
	below  []string
}

var (
	// backend is what the rooms of the backend share.
	backend = []string{
		"accel/cuda/driver", "accel/cuda/kernels", "accel/cuda/plan", "accel/cuda/staging",
		"accel/cuda/device",
	}
	// algebra is what device computations over a field or group use.
	algebra = []string{
		"accel", "accel/cuda", "accel/cuda/driver", "internal/session", "internal/multiexp",
		"internal/devices", "internal/field", "internal/parallel",
		"internal/poly"}
)

// outsiders are imports from other modules that not every room may have, with the rooms that may.
// The first row that fits a path counts.
var outsiders = []struct {
	path string // with a final /..., all paths below it, too
	in   []string
}{
	{"github.com/ebitengine/purego", []string{"accel/cuda/driver"}},
	{"unsafe", []string{"accel/cuda/driver/...", "examples/linked"}}, // the latter by cgo
	{"github.com/consensys/gnark-crypto/ecc", []string{ // no curve: its identifiers and settings
		"accel/<curve>", "accel/<curve>/kzg", "hooks/...", "examples/...",
		"accel/cuda/internal/...", "internal/curves", "internal/generator",
		"internal/groth16", "internal/tests/grouptest", "internal/multiexp",
		"internal/plonk", "internal/solver/..."}},
	{"github.com/consensys/gnark-crypto/...", []string{
		"accel/<curve>", "accel/<curve>/kzg", "internal/kzg", "hooks/...", "examples/...",
		"internal/solver/...", "accel/cuda/internal/..."}}, // only tests import that
	{"github.com/consensys/gnark/...", []string{
		"hooks/...", "examples/...", "internal/keycache", "internal/prepared",
		"internal/provestream",
		"internal/settings", "internal/solver/...", "accel"}}, // gnark's logger
	{"gonum.org/v1/plot/...", nil},
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

// roomOf returns the room of a folder: the one with the longest name, so that exceptions win.
func roomOf(folder string) (room, bool) {
	best, found := room{}, false
	for _, r := range rooms {
		if patternOf(r.folder).MatchString(folder) &&
			(!found || specific(r.folder) > specific(best.folder)) {
			best, found = r, true
		}
	}
	return best, found
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
	own, known := roomOf(folder)
	if !known {
		return []string{folder + " has no room in the table"}
	}
	for _, path := range p.Imports {
		if other, ours := strings.CutPrefix(path, module+"/"); ours {
			if !within(other, own.below) {
				all = append(all, fmt.Sprintf("%s imports %s", folder, other))
			}
			continue
		}
		for _, o := range outsiders {
			if !within(path, []string{o.path}) {
				continue
			}
			if !within(folder, o.in) {
				all = append(all, fmt.Sprintf("%s imports %s", folder, path))
			}
			break
		}
	}
	return all
}

// TestLayers checks each import of the module against the table.
func TestLayers(t *testing.T) {
	for _, p := range packages(t, "cuda") {
		for _, breach := range breaches(p) {
			t.Error(breach)
		}
	}
}

// TestRoomsGoDown: the rows of the table are in order, so that no two rooms can import each other.
func TestRoomsGoDown(t *testing.T) {
	for i, r := range rooms {
		for _, below := range r.below {
			at := slices.IndexFunc(rooms, func(other room) bool { return other.folder == below })
			if at < 0 {
				t.Errorf("%s may import %s, which is no room", r.folder, below)
			}
			if at > i {
				t.Errorf("%s may import %s, which comes after it", r.folder, below)
			}
		}
	}
}

func TestBreaches(t *testing.T) {
	for _, c := range []struct {
		folder  string
		imports []string
		want    int
	}{
		{"accel/cuda/plan", []string{module + "/accel/cuda/driver", "errors"}, 0},
		{"accel/cuda/plan", []string{module + "/accel/cuda", "unsafe"}, 2},
		{"accel/cuda/msm", []string{"github.com/consensys/gnark-crypto/ecc"}, 1},
		{"accel/bn254", []string{
			module + "/accel/cuda/kernels/bn254", "github.com/consensys/gnark-crypto/ecc/bn254",
		}, 0},
		{"accel/bn254", []string{"github.com/consensys/gnark/logger"}, 1},
		{"hooks/plonk/bls12-381",
			[]string{module + "/accel/bls12-381", "github.com/consensys/gnark/logger"}, 0},
		{"hooks/plonk/bls12-381", []string{module + "/hooks/plonk"}, 1},
		{"examples/circuits/catalog", []string{module + "/accel"}, 1},
		{"internal/nowhere", nil, 1},
	} {
		got := breaches(imported{ImportPath: module + "/" + c.folder, Imports: c.imports})
		if len(got) != c.want {
			t.Errorf("%s with %v: %v", c.folder, c.imports, got)
		}
	}
}
