package benchmarks

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gnark-accel/gnark-accel/bench/internal/flags"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
)

// TestMain is the tests, or a program that they start as the command first.
func TestMain(m *testing.M) {
	if len(os.Args) < 2 || os.Args[1] != "first" {
		os.Exit(m.Run())
	}
	if _, err := measured(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// measured runs the measurements of a command line, and returns their rows.
func measured(args []string) ([]*results.Row, error) {
	b := New(args[0])
	r := &measure.Run{Context: context.Background(), Log: io.Discard,
		Printer: results.Printer{Out: io.Discard}}
	if _, err := flags.Parse(args[0], args[1:], b, r); err != nil {
		return nil, err
	}
	err := r.Do(b)
	return r.Rows, err
}

// rowsOf returns the rows of a command line such as "msm -sizes 3", of different names.
func rowsOf(t *testing.T, line string) []*results.Row {
	t.Helper()
	words, seen := strings.Fields(line), map[string]bool{}
	rows, err := measured(words)
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	for _, row := range rows {
		if seen[row.Name()] || row.Command != words[0] {
			t.Errorf("%s twice, or of another command", row.Name())
		}
		seen[row.Name()] = true
	}
	return rows
}

// TestRows measures a little of each benchmark on the CPU. It counts rows and runs, ours and
// gnark's, and looks for figures that must not be 0.
func TestRows(t *testing.T) {
	const cpu, small = " -backend cpu", " -circuit cubic -constraints 1 -proofs 3 -gnark-proofs 2"
	for _, test := range []struct {
		line              string
		rows, ours, gnark int
		figures           string
	}{
		{"msm -groups bn254/g1,bw6-761/g2 -sizes 3,5 -runs 3" + cpu, 8, 3, 0, "load-ms"},
		{"msm -sizes 3 -one-shot -distributions half,small -runs 2" + cpu, 2, 2, 0, ""},
		{"msm -sizes 3 -batch 3 -checked -window 0,4 -runs 2" + cpu, 8, 2, 0, ""},
		{"ntt -curve bn254,bw6-761 -sizes 1,5 -runs 3" + cpu, 12, 3, 0, ""},
		{"setup -constraints 50 -runs 2" + cpu, 2, 2, 1, "first-ms,file-bytes,host-bytes"},
		{"load -constraints 50 -runs 2" + cpu, 4, 2, 1, "first-ms,file-bytes"},
		{"ceremony -circuit cubic -constraints 10 -runs 2" + cpu, 4, 2, 1, "first-ms,file-bytes"},
		{"first -scheme groth16,plonk -constraints 50 -runs 2" + cpu, 4, 2, 1,
			"file-bytes,circuit-bytes,host-bytes,gnark-host-bytes"},
		{"first -constraints 50 -runs 1 -gnark-runs 0" + cpu, 2, 1, 0, "file-bytes,ms-of-proving"},
		{"solve -circuit mimc,cubic -constraints 300 -threads 1,2 -runs 3", 8, 3, 3,
			"first-ms,translation-ms,program-bytes,wires"},
		{"solve -constraints 300 -runs 1", 2, 1, 1, "floor-ms,products"},
		{"prove -scheme groth16,plonk" + small + cpu, 2, 3, 2,
			"first-ms,first-solve-ms,setup-ms,cpu-sec,gnark-cpu-sec,host-bytes"},
		{"prove -memory-limit 0,1G,1M" + small + cpu, 3, 3, 2, "setup-ms"},
		{"prove -keyless" + small + cpu, 1, 3, 2, ""},
		{"prove -scheme plonk -statistical-zk" + small + cpu, 1, 3, 2, ""},
		{"prove -commitments 2 -constraints 1 -proofs 1" + cpu, 1, 1, 1, ""},
	} {
		rows := rowsOf(t, test.line)
		if len(rows) != test.rows {
			t.Errorf("%s: %d rows", test.line, len(rows))
		}
		for _, row := range rows {
			if len(row.Times[results.Ours]) != test.ours ||
				len(row.Times[results.Gnark]) != test.gnark ||
				row.Machine.Kind() != results.CPU {
				t.Errorf("%s: %+v", test.line, row)
			}
			for name := range strings.SplitSeq(test.figures, ",") {
				if name != "" && row.Figures[name] <= 0 {
					t.Errorf("%s: %s is %v", test.line, name, row.Figures[name])
				}
			}
			var text bytes.Buffer
			if err := (&results.Printer{Out: &text}).Print(row); err != nil ||
				strings.Contains(text.String(), "%!") {
				t.Errorf("%s: %s, %v", test.line, text.String(), err)
			}
		}
	}
}

// TestProofs: how many proofs there are, alone and in streams, and which times they have.
func TestProofs(t *testing.T) {
	rows := rowsOf(t, "prove -backend cpu -circuit cubic -constraints 1 -proofs 3 -gnark-proofs 2 "+
		"-warmup 1 -stream 5 -min-size 1") // ours, however small
	if len(rows) != 2 {
		t.Fatalf("%d rows", len(rows))
	}
	// The first proof, one to warm up, and one that waits for the comparison of solvers come
	// before. Alone there are three of ours, as many without verification, and two of gnark's.
	alone, stream := rows[0], rows[1]
	if alone.Figures["proofs"] != 3+2*3+2 || alone.Figures["beyond-solver-ms"] <= 0 ||
		len(alone.Times["verification"]) != 3 || len(alone.Times["unverified"]) != 3 ||
		alone.Figures["per-minute"] != 0 {
		t.Errorf("alone: %+v", alone)
	}
	if stream.Figures["proofs"] != 3+6*5 || len(stream.Times[results.Ours]) != 3 ||
		stream.Figures["per-minute"] <= 0 || stream.Times[results.Gnark] != nil ||
		stream.Figures["beyond-solver-ms"] != 0 {
		t.Errorf("stream: %+v", stream)
	}
}

// TestFirstWith has the program of bench/first make first proofs.
func TestFirstWith(t *testing.T) {
	program := filepath.Join(t.TempDir(), "first")
	said, err := exec.Command("go", "build", "-o", program, "../../first").CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	rows := rowsOf(t, "first -backend cpu -circuit mimc -constraints 50 -runs 1 -with "+program)
	if len(rows) != 2 || rows[0].Median(results.Ours) == 0 || rows[0].Median(results.Gnark) == 0 {
		t.Errorf("%d rows: %v", len(rows), rows)
	}
	if said, err := exec.Command(program, "x").CombinedOutput(); err == nil {
		t.Errorf("wrong arguments are let pass: %s", said)
	}
}
