package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
	"github.com/gnark-accel/gnark-accel/internal/curve"
)

func TestTable(t *testing.T) {
	r := runHere(t, "-constraints", "1000", "-proofs", "2", "-backend", "cpu")
	r.wantStatus(t, exitVerified)
	number := `\d+(\.\d+)?(s|ms|µs)`
	want := regexp.MustCompile(`^circuit +mimc, 3 hashes; groth16 over bn254
constraints +991
compile +` + number + `
setup +` + number + `
key load +` + number + `
prove +first ` + number + `, median ` + number + `
verified +2/2
device +CPU, GOMAXPROCS \d+
$`)
	if !want.MatchString(r.stdout) {
		t.Errorf("the table is\n%s", r.stdout)
	}
	for _, step := range []string{"compile: ", "setup: ", "key load: ", "proof 1 of 2: ",
		"proof 2 of 2: "} {
		if !strings.Contains(r.stderr, "\n"+step) {
			t.Errorf("standard error does not tell of %q:\n%s", step, r.stderr)
		}
	}
	if strings.ContainsAny(r.stderr, "\r\x1b") {
		t.Errorf("standard error is no terminal, but gets its control characters:\n%q", r.stderr)
	}
}

func TestCompare(t *testing.T) {
	r := runHere(t, "-constraints", "1000", "-proofs", "2", "-backend", "cpu", "-compare", "-v")
	r.wantRows(t, `gnark's prove +median \d`, `speed-up +\d`, `verified +2/2, gnark's 2/2`)
	if !strings.Contains(r.stderr, "prover done") {
		t.Errorf("-v does not show gnark's log:\n%s", r.stderr)
	}
}

// TestQuiet: without -v nothing is logged, and a note tells of a size that cannot be had.
func TestQuiet(t *testing.T) {
	r := runHere(t, "-circuit", "cubic", "-proofs", "1", "-backend", "cpu")
	r.wantRows(t, "note +cubic comes no closer to 32768 constraints: always 3 constraints")
	if strings.Contains(r.stdout+r.stderr, "DBG") || strings.Contains(r.stdout+r.stderr, "INF") {
		t.Errorf("there are lines of a log:\n%s", r.stderr)
	}
}

func TestKeysAreKept(t *testing.T) {
	folder := t.TempDir()
	args := []string{"-circuit", "rangecheck", "-constraints", "400", "-proofs", "1",
		"-backend", "cpu", "-prepared", folder}
	made, before := runHere(t, args...), preparedFiles(t, folder)
	made.wantRows(t, `setup +\d`, `read keys +\d`)
	again := runHere(t, args...)
	again.wantRows(t, `read keys +\d`)
	if strings.Contains(again.stdout, "setup") {
		t.Errorf("keys were made a second time:\n%s", again.stdout)
	}
	if after := preparedFiles(t, folder); len(before) != 1 || !slices.Equal(before, after) {
		t.Errorf("the folder held %v, then %v", before, after)
	}
	runHere(t, append(args, "-constraints", "500")...).wantRows(t, `setup +\d`)

	keys, err := filepath.Glob(filepath.Join(folder, "keys", "*.?k"))
	if err != nil || len(keys) != 4 {
		t.Fatalf("the folder holds %v, %v", keys, err)
	}
	for _, file := range keys {
		if err := os.Truncate(file, 100); err != nil {
			t.Fatal(err)
		}
	}
	damaged := runHere(t, args...)
	damaged.wantStatus(t, exitFailed)
	if !strings.Contains(damaged.stderr, "read keys: ") ||
		!strings.Contains(damaged.stderr, "(remove "+folder) {
		t.Errorf("damaged keys: %s", damaged.stderr)
	}
}

// preparedFiles are the names of the prepared keys. Proofs of gnark's alone leave no program there.
func preparedFiles(t *testing.T, folder string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "groth16-*"))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestList(t *testing.T) {
	r := runHere(t, "-list")
	r.wantStatus(t, exitVerified)
	lines := strings.Split(strings.TrimSpace(r.stdout), "\n")
	if len(lines) != len(catalog.All()) {
		t.Fatalf("%d lines for %d circuits:\n%s", len(lines), len(catalog.All()), r.stdout)
	}
	for i, c := range catalog.All() {
		if !strings.HasPrefix(lines[i], c.Name()+" ") ||
			!strings.Contains(lines[i], c.Description()) {
			t.Errorf("line %q is not about %s", lines[i], c.Name())
		}
	}
}

func TestCount(t *testing.T) {
	r := runThere(t, nil, "-count", "1,2", "-circuit", "merkle")
	r.wantStatus(t, exitVerified)
	want := regexp.MustCompile(`^\| circuit \| curve \| size \| groth16 \| plonk \|
\|---\|---\|---\|--:\|--:\|
\| merkle \| bn254 \| depth 1 \| (\d+) \| (\d+) \|
\| merkle \| bn254 \| depth 2 \| (\d+) \| (\d+) \|
$`)
	if !want.MatchString(r.stdout) {
		t.Errorf("the table is\n%s", r.stdout)
	}
	refused := runHere(t, "-count", "2", "-circuit", "cubic")
	refused.wantStatus(t, exitFailed)
	if !strings.Contains(refused.stderr, "cubic of size 2") {
		t.Errorf("a size that cubic lacks:\n%s%s", refused.stdout, refused.stderr)
	}
	// the size itself, for a proof
	runHere(t, "-size", "3", "-proofs", "1", "-backend", "cpu").
		wantRows(t, `verified +1/1`, `constraints +991$`)
}

func TestListOverACurve(t *testing.T) {
	for curve, listed := range map[string]bool{"bls12-381": false, "bw6-761": true} {
		r := runHere(t, "-list", "-curve", curve)
		r.wantStatus(t, exitVerified)
		if strings.Contains(r.stdout, "recursion ") != listed ||
			!strings.Contains(r.stdout, "mimc ") {
			t.Errorf("over %s there are\n%s", curve, r.stdout)
		}
	}
	runHere(t, "-list", "-curve", "bn255").wantStatus(t, exitUsage)
}

func TestHelp(t *testing.T) {
	r := runHere(t, "-help")
	if !strings.HasPrefix(r.stderr, "circuits proves ") ||
		strings.Count(r.stderr, "\n    go run ") != 2 {
		t.Errorf("the help does not begin with what the command does and two examples:\n%s",
			r.stderr)
	}
	r.wantStatus(t, exitVerified)
	for _, flag := range []string{"-circuit", "-constraints", "-backend", "-prepared"} {
		if !strings.Contains(r.stderr, flag) {
			t.Errorf("no help for %s:\n%s", flag, r.stderr)
		}
	}
	if r.stdout != "" {
		t.Errorf("help is on standard output:\n%s", r.stdout)
	}
}

// Every curve that can be named can be proved on.
func TestEveryCurve(t *testing.T) {
	for _, curve := range curve.Folders() {
		r := runHere(t, "-circuit", "cubic", "-curve", curve, "-proofs", "1", "-backend", "cpu")
		r.wantStatus(t, exitVerified)
		if !strings.Contains(r.stdout, "1/1") {
			t.Errorf("%s: not verified:\n%s", curve, r.stdout)
		}
	}
}

// TestPLONK proves on every curve, with keys that are kept and read.
func TestPLONK(t *testing.T) {
	for i, curve := range curve.Folders() {
		if testing.Short() && i > 0 {
			break
		}
		args := []string{"-scheme", "plonk", "-curve", curve, "-constraints", "300", "-proofs", "1",
			"-backend", "cpu", "-prepared", t.TempDir(), "-statistical-zk", "-compare"}
		runHere(t, args...).wantRows(t, `setup `, `verified +1/1, gnark's 1/1`)
		runHere(t, args...).wantRows(t, `read keys `, `verified +1/1, gnark's 1/1`)
	}
}

func TestErrors(t *testing.T) {
	for _, test := range []struct {
		args   string
		status int
		want   []string
	}{
		{"-circuit quartic", exitUsage, []string{`"quartic"`, "mimc"}},
		{"-curve bn255", exitUsage, []string{`"bn255"`, "bls12-381"}},
		{"-circuit recursion -curve bls12-381", exitUsage,
			[]string{"recursion", "bls12-381", "bw6-761, bn254"}},
		{"-size -1", exitUsage, []string{"-size -1"}},
		{"-size 251 -circuit merkle -backend cpu", exitFailed, []string{"251", "250"}},
		{"-count 0", exitUsage, []string{"-count", "0"}},
		{"-count 1,many", exitUsage, []string{"-count", "many"}},
		{"-scheme stark", exitUsage, []string{`"stark"`, "groth16, plonk"}},
		{"-statistical-zk", exitUsage, []string{"-statistical-zk", "plonk"}},
		{"-backend opencl", exitUsage, []string{`"opencl"`, "cuda"}},
		{"-constraints 0", exitUsage, []string{"-constraints 0"}},
		{"-proofs 0", exitUsage, []string{"-proofs 0"}},
		{"-plan", exitUsage, []string{"-plan", "-memory-limit"}},
		{"-min-size -1", exitUsage, []string{"-min-size -1"}},
		{"-memory-limit lots", exitUsage, []string{`"lots"`, "8G"}},
		{"-unheard-of", exitUsage, []string{"-unheard-of", "-help"}},
		{"mimc", exitUsage, []string{`"mimc"`}},
	} {
		args := strings.Fields(test.args)
		r := runHere(t, args...)
		r.wantStatus(t, test.status)
		if r.stdout != "" {
			t.Errorf("%s: standard output has\n%s", test.args, r.stdout)
		}
		if strings.Contains(r.stderr, "goroutine ") {
			t.Errorf("%s: a stack trace:\n%s", test.args, r.stderr)
		}
		for _, want := range test.want {
			if !strings.Contains(r.stderr, want) {
				t.Errorf("%s: the message does not name %s:\n%s", test.args, want, r.stderr)
			}
		}
	}
}
