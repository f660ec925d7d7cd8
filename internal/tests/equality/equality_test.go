package equality

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var (
	packages = flag.String("packages", standard, "packages of gnark whose tests run")
	only     = flag.String("tests", "", "pattern of the tests that run")
	version  = flag.String("gnark", "", "version of gnark, as v0.14.0 (default that of this build)")
	counts   = flag.String("counts", "", "file that a line for each solution is appended to")
)

const (
	gnark  = "github.com/consensys/gnark"
	module = "github.com/gnark-accel/gnark-accel"
	// comparing is the package that compares. It exists in the builds of this test only, and not
	// in a folder called internal, so that gnark may import it.
	comparing = "hooks/solve/equality"
)

// standard are packages whose tests take minutes, not hours: the first has gnark's test circuits.
const standard = ". ./internal/regression_tests/... ./std/accumulator/merkle " +
	"./std/algebra/native/twistededwards ./std/gkrapi/... ./std/hash/mimc ./std/hash/poseidon2 " +
	"./std/hash/sha3 ./std/internal/... ./std/lookup/... ./std/math/bits ./std/math/bitslice " +
	"./std/math/cmp ./std/math/emulated ./std/math/polynomial ./std/math/uints " +
	"./std/permutation/... ./std/rangecheck/... ./std/selector/... ./std/signature/eddsa"

// others are gnark's tests that tell nothing here. One reads tags of gnark's repository. The hints
// of the other wait for signals that come once, though they run for each solver.
const others = "^(TestVersion|TestTwoTasksOrder)$"

// Our solver solves what gnark's tests solve, and refuses what gnark refuses.
func TestGnarksOwnTests(t *testing.T) {
	if os.Getenv("GNARK_ACCEL_LONG") != "1" {
		t.Skip("GNARK_ACCEL_LONG is not 1")
	}
	root := moduleFolder(t, "list", "-m", "-json", module)
	source, folder := gnarkFolder(t), t.TempDir()
	if err := os.CopyFS(folder, os.DirFS(source)); err != nil { // the cache cannot be written
		t.Fatal(err)
	}
	requireModule(t, folder, root)
	for _, curve := range []string{"bn254", "bls12-377", "bls12-381", "bw6-761"} {
		constraint := filepath.Join(folder, "constraint", curve)
		patch(t, filepath.Join(constraint, "system.go"),
			"func (cs *system) Solve(", "func (cs *system) solve(")
		before := read(t, filepath.Join("testdata", "before.go.txt"))
		write(t, filepath.Join(constraint, "before.go"), before)
	}
	patch(t, filepath.Join(folder, "test", "assert_profile.go"),
		"{ecc.BN254, ecc.BLS12_381}", "{ecc.BN254, ecc.BLS12_377, ecc.BLS12_381, ecc.BW6_761}")
	write(t, filepath.Join(folder, "test", "equality.go"),
		fmt.Sprintf("package test\n\nimport _ %q\n", module+"/"+comparing))

	if *counts == "" {
		*counts = filepath.Join(t.TempDir(), "counts")
	}
	arguments := []string{
		"test", "-mod=mod", "-vet=off", "-ldflags=-w", "-overlay", overlay(t, root),
		"-timeout", "0", "-run", *only, "-skip", others,
	}
	cmd := exec.Command("go", append(arguments, strings.Fields(*packages)...)...)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(),
		"GNARK_ACCEL_EQUALITY="+*counts, "GOFLAGS=-trimpath", "GOWORK=off")
	output, err := cmd.CombinedOutput()
	t.Logf("%s", output)
	if err != nil {
		t.Error(err)
	}
	logCounts(t, *counts)
}

func gnarkFolder(t *testing.T) string {
	if *version == "" {
		return moduleFolder(t, "list", "-m", "-json", gnark)
	}
	t.Setenv("GOWORK", "off")
	return moduleFolder(t, "mod", "download", "-json", gnark+"@"+*version)
}

func moduleFolder(t *testing.T, arguments ...string) string {
	output, err := exec.Command("go", arguments...).Output()
	if err != nil {
		t.Fatal(err)
	}
	var module struct{ Dir string }
	if err := json.Unmarshal(output, &module); err != nil {
		t.Fatal(err)
	}
	return module.Dir
}

func requireModule(t *testing.T, folder, root string) {
	edit := exec.Command("go", "mod", "edit",
		"-require", module+"@v0.0.0", "-replace", module+"="+root)
	edit.Dir = folder
	if output, err := edit.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	sums := read(t, filepath.Join(folder, "go.sum")) + read(t, filepath.Join(root, "go.sum"))
	write(t, filepath.Join(folder, "go.sum"), sums)
}

func patch(t *testing.T, path, old, new string) {
	content := read(t, path)
	if !strings.Contains(content, old) {
		t.Fatalf("%s has no %q", path, old)
	}
	write(t, path, strings.ReplaceAll(content, old, new))
}

// overlay adds the package that compares.
func overlay(t *testing.T, root string) string {
	source, err := filepath.Abs(filepath.Join("testdata", "equality.go.txt"))
	if err != nil {
		t.Fatal(err)
	}
	replace := map[string]string{filepath.Join(root, comparing, "equality.go"): source}
	content, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "overlay.json")
	write(t, path, string(content))
	return path
}

// logCounts logs a line of the table in docs/versions.md.
func logCounts(t *testing.T, path string) {
	var solutions, again, hostile, refused, left, elements int
	for line := range strings.Lines(read(t, path)) {
		var curve, kind string
		var n int
		if _, err := fmt.Sscan(line, &curve, &kind, &n); err != nil {
			t.Fatal(err)
		}
		elements += n
		switch before, what, found := strings.Cut(kind, ":"); {
		case strings.HasSuffix(kind, "left"):
			left++
		case strings.HasSuffix(kind, "refused"):
			refused++
		case !strings.HasSuffix(what+kind, "Solution"):
		case !found:
			solutions++
		case before == "read":
			again++
		case before == "hostile":
			hostile++
		}
	}
	if elements == 0 {
		t.Error("nothing was compared")
	}
	yes := map[bool]string{false: "no", true: "yes"}[!t.Failed()]
	t.Logf("| %s | `%s` | %d | %d | %d | %d | %d | %s |",
		*version, *packages, solutions, again, hostile, refused, left, yes)
}

func read(t *testing.T, path string) string {
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func write(t *testing.T, path, content string) {
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}
