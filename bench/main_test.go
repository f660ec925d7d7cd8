package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// bench runs the program on the CPU and returns its status and its output.
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
		{"walk", exitUsage, "msm, ntt, solve, prove, setup, load, first, points, ceremony, report"},
		{"help", exitDone, "suite"},
		{"msm -help", exitDone, "-memory-limit"},
		{"msm -sizes x", exitUsage, "not a number"},
		{"msm -sizes 40", exitUsage, "size 2^40"},
		{"msm -backend gpu", exitUsage, "unknown backend"},
		{"msm extra", exitUsage, "unexpected argument"},
		{"msm -backend cpu -groups secp256k1/g1", exitFailed, "not known"},
		{"msm -backend cpu -sizes 2 -distributions odd", exitFailed, "odd"},
		{"prove -circuit none", exitUsage, "unknown circuit"},
		{"prove -proofs 2 -gnark-proofs 3", exitUsage, "3 of gnark's"},
		{"prove -set unreal", exitUsage, "unknown set"},
		{"prove -set real -circuit mimc", exitUsage, "no such proof"},
		{"prove -set real -proofs 2 -gnark-proofs 3", exitUsage, "3 of gnark's"},
		{"setup -scheme none", exitUsage, "unknown scheme"},
		{"setup -form raw", exitUsage, "form"},
		{"load -form dump", exitUsage, "compressed and raw"},
		{"load -runs 1 -gnark-runs 2", exitUsage, "2 of gnark's"},
		{"first -scheme none", exitUsage, "unknown scheme"},
		{"first -form dump", exitUsage, "compressed and raw"},
		{"first -program theirs", exitFailed, "ours and gnark"},
		{"first -program ours -files none", exitFailed, "no such file"},
		{"points -groups bn254", exitUsage, "not known"},
		{"points -operations sums", exitUsage, "multiples"},
		{"points -sizes 40", exitUsage, "size 2^40"},
		{"ceremony -curve secp256k1", exitUsage, "unknown curve"},
		{"ceremony -runs 1 -gnark-runs 2", exitUsage, "2 of gnark's"},
		{"report", exitUsage, "name files"},
		{"report none.json", exitFailed, "none.json"},
		{"compare one.json", exitUsage, "two files"},
		{"compare -threshold much a.json b.json", exitUsage, "no percentage"},
		{"benchstat", exitUsage, "name files"},
		{"suite -set huge", exitUsage, "unknown set"},
		{"suite -parts curves -backend cpu", exitUsage, "unknown part"},
		{"tune -windows 9-3", exitFailed, "range of widths"},
	} {
		status, stdout, stderr := bench(t, t.Context(), strings.Fields(test.args)...)
		if status != test.status || !strings.Contains(stdout+stderr, test.says) {
			t.Errorf("bench %s: status %d, want %d with %q\n%s%s", test.args, status, test.status,
				test.says, stdout, stderr)
		}
	}
}

// TestRealCircuit proves one circuit of the set, in its smallest size.
func TestRealCircuit(t *testing.T) {
	if testing.Short() {
		t.Skip("-short leaves real circuits to make test-ci")
	}
	file := filepath.Join(t.TempDir(), "real.json")
	status, stdout, stderr := bench(t, t.Context(), "prove", "-set", "real", "-circuit", "apk",
		"-constraints", "1", "-proofs", "1", "-warmup", "0", "-backend", "cpu", "-json", file)
	if status != exitDone {
		t.Fatalf("status %d\n%s%s", status, stdout, stderr)
	}
	rows, err := results.ReadFiles(file)
	if err != nil || len(rows) != 1 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	if p := rows[0].Proof; p.Circuit != "apk" || p.Size != "1 member" || p.Curve != "bls12-381" ||
		p.Scheme != "plonk" || p.Gnark == nil || p.Verified != p.Proofs {
		t.Errorf("the row is %+v", p)
	}
}

// TestFromMeasuringToReport goes the way of a user: measure, look at the page, compare, change,
// compare.
func TestFromMeasuringToReport(t *testing.T) {
	folder := t.TempDir()
	rows, text := filepath.Join(folder, "rows.json"), filepath.Join(folder, "rows.txt")
	must := func(want int, args ...string) string {
		t.Helper()
		status, stdout, stderr := bench(t, t.Context(), args...)
		if status != want {
			t.Fatalf("bench %s: status %d\n%s%s", strings.Join(args, " "), status, stdout, stderr)
		}
		return stdout + stderr
	}
	shown := must(exitDone, "msm", "-backend", "cpu", "-sizes", "4,6", "-json", rows, "-benchstat",
		text)
	if !strings.Contains(shown, "no GPU") || strings.Count(shown, "bn254/g1") < 4 ||
		!strings.Contains(shown, "100 %") {
		t.Errorf("msm prints\n%s", shown)
	}
	if content, err := os.ReadFile(text); err != nil ||
		!strings.Contains(string(content), "BenchmarkMSM/system=gnark-accel/") {
		t.Errorf("benchstat: %v\n%s", err, content)
	}
	must(exitDone, "prove", "-backend", "cpu", "-circuit", "cubic", "-constraints", "1", "-proofs",
		"2", "-warmup", "0", "-json", rows)
	all, err := results.ReadFiles(rows)
	if err != nil || len(all) != 5 {
		t.Fatalf("%d rows, %v", len(all), err)
	}
	if table := must(exitDone, "report", "-markdown", "-", rows); !strings.Contains(table,
		"| Groth16, BN254, cubic |") || !strings.Contains(table, "| BN254 G1 |") {
		t.Errorf("table\n%s", table)
	}
	must(exitDone, "report", "-out", filepath.Join(folder, "report"), rows)
	if page, err := os.ReadFile(filepath.Join(folder, "report", "report.html")); err != nil ||
		!bytes.Contains(page, []byte("On the CPU alone")) {
		t.Errorf("page: %v", err)
	}
	must(exitDone, "compare", "-threshold", "5%", rows, rows)

	slower := filepath.Join(folder, "slower.json")
	w, err := results.Append(slower)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range all {
		if row.MSM != nil {
			for i := range row.MSM.Time.Runs {
				row.MSM.Time.Runs[i] *= 100
			}
		}
		if err := w.Write(row); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	must(exitDone, "compare", rows, slower)
	if says := must(exitFailed, "compare", "-threshold", "5%", rows,
		slower); !strings.Contains(says, "slower than the threshold") {
		t.Errorf("compare says\n%s", says)
	}
}

func TestInterruptKeepsRows(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rows.json")
	ctx, cancel := context.WithCancel(t.Context())
	var stdout interrupting
	stdout.cancel = cancel
	var stderr bytes.Buffer
	status := execute(ctx, []string{"msm", "-backend", "cpu", "-sizes", "2,3,4", "-distributions",
		"uniform", "-json", path}, &stdout, &stderr)
	if status != exitInterrupted || !strings.Contains(stderr.String(), "kept") {
		t.Errorf("status %d\n%s", status, stderr.String())
	}
	if rows, err := results.ReadFiles(path); err != nil || len(rows) != 1 {
		t.Errorf("%d rows, %v", len(rows), err)
	}
}

// interrupting is an output that interrupts the program when the first row is printed.
type interrupting struct{ cancel func() }

func (i *interrupting) Write(p []byte) (int, error) {
	if bytes.Contains(p, []byte("bn254/g1")) {
		i.cancel()
	}
	return len(p), nil
}
