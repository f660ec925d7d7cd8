package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
	"github.com/gnark-accel/gnark-accel/internal/curves"
)

func TestTable(t *testing.T) {
	r := runHere(t, "-constraints", "1000", "-proofs", "2", "-backend", "cpu")
	r.wantStatus(t, exitVerified)
	number := `\d+(\.\d+)? (s|ms|µs)`
	want := regexp.MustCompile(`^device +CPU, \d+ threads?
circuit +mimc, 3 hashes; groth16 over bn254
constraints +991
compile +` + number + `
setup +` + number + `
key load +` + number + `
solve +` + number + `
prove +first ` + number + `, median ` + number + `, of which ` + number + ` beyond the solver
verified +2/2
$`)
	if !want.MatchString(r.stdout) {
		t.Errorf("the table is\n%s", r.stdout)
	}
	for _, phase := range []string{"compile mimc", "setup", "load key", "solve", "proof 1 of 2",
		"proof 2 of 2"} {
		if !strings.Contains(r.stderr, phase) {
			t.Errorf("standard error does not tell of %q:\n%s", phase, r.stderr)
		}
	}
	if strings.ContainsAny(r.stderr, "\r\x1b") {
		t.Errorf("standard error is no terminal, but gets its control characters:\n%q", r.stderr)
	}
}

func TestCompare(t *testing.T) {
	args := []string{"-constraints", "1000", "-proofs", "2", "-backend", "cpu", "-compare"}
	r := runHere(t, args...)
	r.wantStatus(t, exitVerified)
	for _, row := range []string{"gnark's prove  median", "speed-up       ",
		"verified       2/2, gnark's 2/2"} {
		if !strings.Contains(r.stdout, "\n"+row) {
			t.Errorf("the table has no row %q:\n%s", row, r.stdout)
		}
	}
	got := runHere(t, append(args, "-json")...).wantVerified(t, 2)
	if got.GnarkVerified != 2 || len(got.Times.GnarkProve) != 2 {
		t.Errorf("gnark made %d proofs, %d verified", len(got.Times.GnarkProve), got.GnarkVerified)
	}
	if want := got.Times.GnarkMedian / got.Times.ProveMedian; got.SpeedUp != want || want <= 0 {
		t.Errorf("speed-up %v, want %v", got.SpeedUp, want)
	}
}

func TestJSON(t *testing.T) {
	r := runHere(t, "-json", "-constraints", "1000", "-proofs", "3", "-backend", "cpu", "-v")
	got := r.wantVerified(t, 3)
	if got.Scheme != "groth16" || got.Curve != "bn254" || got.Backend != proving.CPU {
		t.Errorf("%s over %s on %s", got.Scheme, got.Curve, got.Backend)
	}
	if c := got.Circuit; c.Wanted != 1000 || c.Constraints != 991 || c.Public != 2 ||
		c.Secret != 1 {
		t.Errorf("circuit %+v", c)
	}
	if d := got.Device; d.Acceleration != "none" || d.Name != "" || d.State != "not wanted" ||
		d.Threads < 1 {
		t.Errorf("device %+v", d)
	}
	times := got.Times
	for name, ms := range map[string]float64{
		"compile": times.Compile, "setup": times.Setup, "load": times.LoadKey, "solve": times.Solve,
		"first": times.ProveFirst, "median": times.ProveMedian,
	} {
		if ms <= 0 {
			t.Errorf("%s took %v ms", name, ms)
		}
	}
	if len(times.Prove) != 3 || times.ProveFirst != times.Prove[0] ||
		!slices.Contains(times.Prove, times.ProveMedian) {
		t.Errorf("proofs took %v ms, the first %v, the median %v", times.Prove, times.ProveFirst,
			times.ProveMedian)
	}
	if times.ReadKeys != 0 || got.SpeedUp != 0 || got.GnarkProofs != 0 {
		t.Errorf("what did not happen is reported: %s", r.stdout)
	}
	if !strings.Contains(r.stderr, "prover done") {
		t.Errorf("-v does not show gnark's log:\n%s", r.stderr)
	}
}

func TestStream(t *testing.T) {
	for _, scheme := range proving.Names() {
		args := []string{"-scheme", scheme, "-constraints", "300", "-proofs", "1", "-stream", "4",
			"-backend", "cpu"}
		got := runHere(t, append(args, "-json")...).wantVerified(t, 5)
		s := got.Stream
		if s == nil || s.Proofs != 4 || s.PerProof <= 0 || s.Milliseconds != 4*s.PerProof ||
			s.Overlap <= 0 || s.OverlapWithin <= 0 {
			t.Fatalf("%s: the stream is %+v", scheme, s)
		}
		if s.Solver <= 0 || s.Beyond <= 0 || s.SolverWithin <= 0 ||
			s.Solver+s.Beyond > 1.001*got.Times.Prove[0] || len(got.Times.Solver) != 1 {
			t.Errorf("%s: %+v and %+v", scheme, s, got.Times)
		}
		r := runHere(t, args...)
		r.wantStatus(t, exitVerified)
		if !strings.Contains(r.stdout, "\nstream       4 proofs in ") ||
			!strings.Contains(r.stdout, "\noverlap      ") {
			t.Errorf("%s: the table does not tell of the stream:\n%s", scheme, r.stdout)
		}
	}
}

// TestQuiet: without -v nothing is logged, and a note tells of a size that cannot be had.
func TestQuiet(t *testing.T) {
	r := runHere(t, "-circuit", "cubic", "-proofs", "1", "-backend", "cpu")
	r.wantStatus(t, exitVerified)
	if strings.Contains(r.stdout+r.stderr, "DBG") || strings.Contains(r.stdout+r.stderr, "INF") {
		t.Errorf("there are lines of a log:\n%s", r.stderr)
	}
	if want := "cubic comes no closer to 32768 constraints: always 3 " +
		"constraints"; !strings.Contains(r.stdout, want) {
		t.Errorf("no note %q:\n%s", want, r.stdout)
	}
}

func TestKeysAreKept(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "keys")
	args := []string{"-json", "-circuit", "rangecheck", "-constraints", "400", "-proofs", "1",
		"-backend", "cpu", "-keys", folder}
	first := runHere(t, args...).wantVerified(t, 1)
	if first.Times.Setup == 0 || first.Times.ReadKeys != 0 {
		t.Errorf("first run: setup %v ms, keys read %v ms", first.Times.Setup, first.Times.ReadKeys)
	}
	second := runHere(t, args...).wantVerified(t, 1)
	if second.Times.Setup != 0 || second.Times.ReadKeys == 0 {
		t.Errorf("second run: setup %v ms, keys read %v ms", second.Times.Setup,
			second.Times.ReadKeys)
	}
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(files) != 2 {
		t.Fatalf("the folder holds %v, %v", files, err)
	}

	other := runHere(t, append(args, "-constraints", "500")...).wantVerified(t, 1)
	if other.Times.Setup == 0 {
		t.Error("the keys of another size were read")
	}

	for _, file := range files {
		if err := os.Truncate(file, 100); err != nil {
			t.Fatal(err)
		}
	}
	damaged := runHere(t, args...)
	damaged.wantStatus(t, exitFailed)
	if got := damaged.report(t); !strings.Contains(got.Error, "read keys") ||
		!strings.Contains(got.Error, folder) {
		t.Errorf("damaged keys: %s", got.Error)
	}
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
	var decoded listing
	decodeOne(t, runHere(t, "-list", "-json").stdout, &decoded)
	if len(decoded.Circuits) != len(catalog.All()) ||
		!slices.Contains(decoded.Curves, "bls12-377") {
		t.Errorf("the JSON list is %+v", decoded)
	}
	for _, c := range decoded.Circuits {
		if want := len(catalog.Curves()); c.Name != "recursion" && len(c.Curves) != want {
			t.Errorf("%s is listed for %v, want %d curves", c.Name, c.Curves, want)
		} else if c.Name == "recursion" && !slices.Equal(c.Curves,
			[]string{"bw6-761", "bn254"}) {
			t.Errorf("recursion is listed for %v", c.Curves)
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
	var lines []countedCircuit
	decodeOne(t, runHere(t, "-count", "3", "-circuit", "mimc", "-curve", "bn254", "-json").stdout,
		&lines)
	if len(lines) != 1 || lines[0].Size != "3 hashes" || lines[0].Constraints["groth16"] != 991 ||
		lines[0].Constraints["plonk"] < 991 {
		t.Errorf("JSON: %+v", lines)
	}
	refused := runHere(t, "-count", "2", "-circuit", "cubic")
	refused.wantStatus(t, exitFailed)
	if !strings.Contains(refused.stderr, "cubic of size 2") || refused.stdout != "" {
		t.Errorf("a size that cubic lacks:\n%s%s", refused.stdout, refused.stderr)
	}
	// the size itself, for a proof
	got := runHere(t, "-json", "-size", "3", "-proofs", "1", "-backend", "cpu").wantVerified(t, 1)
	if got.Circuit.Constraints != 991 || got.Note != "" {
		t.Errorf("circuit %+v, note %q", got.Circuit, got.Note)
	}
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
	for _, flag := range []string{"-circuit", "-constraints", "-backend", "-keys"} {
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
	for _, curve := range curves.Folders() {
		r := runHere(t, "-circuit", "cubic", "-curve", curve, "-proofs", "1", "-backend", "cpu")
		r.wantStatus(t, exitVerified)
		if !strings.Contains(r.stdout, "1/1") {
			t.Errorf("%s: not verified:\n%s", curve, r.stdout)
		}
	}
}

// TestPLONK proves on every curve, with keys that are kept and read, and writes a trace.
func TestPLONK(t *testing.T) {
	for i, curve := range curveNames() {
		if testing.Short() && i > 0 {
			break
		}
		folder := t.TempDir()
		trace := filepath.Join(folder, "trace.out")
		args := []string{"-scheme", "plonk", "-curve", curve, "-constraints", "300", "-proofs", "1",
			"-backend", "cpu", "-json",
			"-keys", folder, "-statistical-zk", "-compare"}
		runHere(t, args...).wantVerified(t, 1)
		got := runHere(t, append(args, "-trace", trace)...).wantVerified(t, 1)
		if got.Times.ReadKeys == 0 || got.GnarkVerified != 1 {
			t.Errorf("%s: %+v", curve, got)
		}
		content, err := os.ReadFile(trace)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"plonk.Prove", "permutation", "quotient", "openings"} {
			if !bytes.Contains(content, []byte(name)) {
				t.Errorf("%s: the trace does not tell of %s", curve, name)
			}
		}
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
		{"-count 0", exitUsage, []string{"-count", `"0"`}},
		{"-count 1,many", exitUsage, []string{"-count", "many"}},
		{"-scheme stark", exitUsage, []string{`"stark"`, "groth16, plonk"}},
		{"-statistical-zk", exitUsage, []string{"-statistical-zk", "plonk"}},
		{"-backend opencl", exitUsage, []string{`"opencl"`, "cuda"}},
		{"-constraints 0", exitUsage, []string{"-constraints 0"}},
		{"-proofs 0", exitUsage, []string{"-proofs 0"}},
		{"-plan", exitUsage, []string{"-plan", "-memory-limit"}},
		{"-stream -1", exitUsage, []string{"-stream -1"}},
		{"-min-size -1", exitUsage, []string{"-min-size -1"}},
		{"-memory-limit lots", exitUsage, []string{`"lots"`, "8G"}},
		{"-unheard-of", exitUsage, []string{"-unheard-of", "-help"}},
		{"mimc", exitUsage, []string{`"mimc"`}},
		{"-circuit quartic -curve bn255", exitUsage, []string{`"quartic"`, `"bn255"`}},
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
		withJSON := runHere(t, append([]string{"-json"}, args...)...)
		withJSON.wantStatus(t, test.status)
		got := withJSON.report(t)
		if strings.Contains(withJSON.stdout, "null") {
			t.Errorf("%s: the JSON has a null:\n%s", test.args, withJSON.stdout)
		}
		for _, want := range test.want {
			if !strings.Contains(r.stderr, want) {
				t.Errorf("%s: the message does not name %s:\n%s", test.args, want, r.stderr)
			}
			if !strings.Contains(got.Error, want) {
				t.Errorf("%s: the JSON error does not name %s: %s", test.args, want, got.Error)
			}
		}
	}
}

func TestInterruptedBeforeItBegins(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var stdout, stderr bytes.Buffer
	status := run(ctx, []string{"-json", "-backend", "cpu"}, &stdout, &stderr)
	r := result{status, stdout.String(), stderr.String()}
	r.wantStatus(t, exitInterrupted)
	if got := r.report(t); !strings.Contains(got.Error, "interrupted") {
		t.Errorf("error %q", got.Error)
	}
}
