package main

import (
	"bytes"
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// bench runs the program and returns its status and its output.
func bench(t *testing.T, ctx context.Context, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, errors bytes.Buffer
	status = execute(ctx, args, &out, &errors)
	return status, out.String(), errors.String()
}

func TestCommandLines(t *testing.T) {
	for _, test := range []struct {
		args   string
		status int
		says   string
	}{
		{"", exitUsage, "name what to do"},
		{"walk", exitUsage, "prove, first, setup, load, ceremony, solve, msm, ntt, report"},
		{"help", exitDone, "suite"},
		{"msm -help", exitDone, "-memory-limit"},
		{"msm -sizes x", exitUsage, "not a number"},
		{"msm -sizes 40", exitUsage, "size 2^40"},
		{"msm -backend gpu", exitUsage, "unknown backend"},
		{"msm -one-shot -batch 2", exitUsage, "resident bases"},
		{"msm extra", exitUsage, "unexpected argument"},
		{"msm -backend cpu -groups secp256k1/g1", exitFailed, "not known"},
		{"msm -backend cpu -sizes 2 -distributions odd", exitFailed, "odd"},
		{"ntt -curve secp256k1", exitUsage, "not known"},
		{"ntt -queued 0", exitUsage, "0 transforms"},
		{"prove -circuit none", exitUsage, "unknown circuit"},
		{"prove -proofs 2 -gnark-proofs 3", exitUsage, "3 of gnark's"},
		{"prove -scheme plonk -keyless", exitUsage, "verifying key"},
		{"prove -commitments 1 -circuit cubic", exitUsage, "commitments"},
		{"prove -statistical-zk", exitUsage, "PLONK's"},
		{"setup -scheme none", exitUsage, "unknown scheme"},
		{"setup -form raw", exitUsage, "form"},
		{"first -form raw", exitUsage, "form"},
		{"load -form dump", exitUsage, "compressed and raw"},
		{"load -runs 1 -gnark-runs 2", exitUsage, "2 of gnark's"},
		{"first -program ours", exitFailed, "-program: invalid"},
		{`first -program {"Of":"theirs","Scheme":"plonk","Curve":1}`, exitFailed, "ours and gnark"},
		{`first -program {"Of":"gnark","Scheme":"plonk","Curve":1}`, exitFailed, "no such file"},
		{`first -program {"Of":"gnark","Scheme":"none","Curve":1}`, exitFailed, "unknown scheme"},
		{"ceremony -curve bw6-761", exitUsage, "over bn254"},
		{"solve -builder none", exitUsage, "r1cs and scs"},
		{"solve -threads x", exitUsage, "not a number"},
		{"report", exitUsage, "name files"},
		{"report none.txt", exitFailed, "none.txt"},
		{"compare one.txt", exitUsage, "two files"},
		{"compare -threshold much a.txt b.txt", exitUsage, "no percentage"},
		{"suite -set huge", exitUsage, "unknown set"},
		{"suite -parts curves -backend cpu", exitUsage, "unknown part"},
	} {
		status, stdout, stderr := bench(t, t.Context(), strings.Fields(test.args)...)
		if status != test.status || !strings.Contains(stdout+stderr, test.says) {
			t.Errorf("bench %s: status %d, want %d with %q\n%s%s", test.args, status, test.status,
				test.says, stdout, stderr)
		}
	}
}

// TestSuites: the command lines of each set are right, and name circuits and groups that there are.
func TestSuites(t *testing.T) {
	for _, set := range []string{"full", "small", "emulator", "cards"} {
		parts, lines, err := readSet(set)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range slices.Concat(slices.Collect(maps.Values(lines))...) {
			b, err := benchmarkOf(line, "cuda")
			if err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			if steps, err := b.Steps(); err != nil || len(steps) == 0 {
				t.Errorf("%v, %s: %d steps, %v", parts, line, len(steps), err)
			}
		}
	}
}

// TestFromMeasuringToReport goes the way of a user: measure, look at the page, compare, change,
// compare.
func TestFromMeasuringToReport(t *testing.T) {
	folder := t.TempDir()
	rows, slower := filepath.Join(folder, "rows.txt"), filepath.Join(folder, "slower.txt")
	must := func(want int, line string, files ...string) string {
		t.Helper()
		args := append(strings.Fields(line), files...)
		status, stdout, stderr := bench(t, t.Context(), args...)
		if status != want {
			t.Fatalf("bench %s: status %d\n%s%s", strings.Join(args, " "), status, stdout, stderr)
		}
		return stdout + stderr
	}
	shown := must(exitDone, "msm -backend cpu -sizes 4,6 -o", rows)
	if !strings.Contains(shown, "On the CPU alone") || strings.Count(shown, "BN254 G1 2^4") != 2 ||
		!strings.Contains(shown, "[2/2] msm bn254/g1 2^6") {
		t.Errorf("msm prints\n%s", shown)
	}
	must(exitDone, "prove -backend cpu -circuit cubic -constraints 1 -proofs 2 -o", rows)
	all, err := results.ReadFiles(rows)
	if err != nil || len(all) != 5 {
		t.Fatalf("%d rows, %v", len(all), err)
	}
	if table := must(exitDone, "report -markdown -", rows); !strings.Contains(table,
		"| Groth16, BN254, cubic |") || !strings.Contains(table, "| BN254 G1 |") {
		t.Errorf("table\n%s", table)
	}
	must(exitDone, "report -out", filepath.Join(folder, "report"), rows)
	page, err := os.ReadFile(filepath.Join(folder, "report", "report.md"))
	if err != nil || !bytes.Contains(page, []byte("On the CPU alone")) {
		t.Errorf("page: %v", err)
	}
	must(exitDone, "compare -threshold 5%", rows, rows)
	for _, row := range all {
		for i := range row.Times[results.Ours] {
			row.Times[results.Ours][i] *= 100
		}
		if err := results.Append(slower, row); err != nil {
			t.Fatal(err)
		}
	}
	must(exitDone, "compare", rows, slower)
	if says := must(exitFailed, "compare -threshold 5%", rows, slower); !strings.Contains(says,
		"slower than the threshold") {
		t.Errorf("compare says\n%s", says)
	}
}

// TestInterrupt: the status after an interrupt is that of shells.
func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	status, _, stderr := bench(t, ctx, "msm", "-backend", "cpu", "-sizes", "2")
	if status != exitInterrupted || !strings.Contains(stderr, "rows that were finished are kept") {
		t.Errorf("status %d\n%s", status, stderr)
	}
}
