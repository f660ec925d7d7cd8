//go:build cuda

package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// onDevice runs command lines, and returns their rows.
func onDevice(t *testing.T, want int, lines ...string) []*results.Row {
	t.Helper()
	devicetest.Require(t)
	path := filepath.Join(t.TempDir(), "rows.txt")
	for _, line := range lines {
		args := append(strings.Fields(line), "-backend", "cuda", "-o", path)
		if status, stdout, stderr := bench(t, t.Context(), args...); status != exitDone {
			t.Fatalf("bench %v: status %d\n%s%s", args, status, stdout, stderr)
		}
	}
	rows, err := results.ReadFiles(path)
	if err != nil || len(rows) != want {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for _, row := range rows {
		m := row.Machine
		if m.Kind() == results.CPU || m["capability"] == "" || m["memory"] == "" ||
			(m["device"] == "CUDA emulator") != (m.Kind() == results.Emulator) {
			t.Errorf("device %v", m)
		}
	}
	return rows
}

// TestRowsOfADevice: rows say what the device did. The device may be the emulator, and then they
// say that.
func TestRowsOfADevice(t *testing.T) {
	rows := onDevice(t, 3,
		"msm -sizes 5 -distributions uniform -device -runs 2 -warmup 1",
		"prove -circuit cubic -constraints 1 -min-size 1 -proofs 1 -warmup 0")
	resident, scalarsThere, proof := rows[0], rows[1], rows[2].Figures
	for _, row := range rows[:2] {
		_, limit := row.Figures["whole-of-limit"]
		if row.Figures["window"] == 0 || row.Figures["accumulate-ms"] <= 0 ||
			limit != (row.Machine.Kind() == results.GPU) {
			t.Errorf("%s: %v", row.Name(), row.Figures)
		}
	}
	// 32 scalars of 32 bytes, and nothing where they are on the device before.
	if resident.Figures["up-bytes"] < 32*32 || scalarsThere.Figures["up-bytes"] != 0 ||
		resident.Figures["device-bytes"] == 0 || resident.Times[results.Gnark] == nil {
		t.Errorf("resident %v, on the device %v", resident.Figures, scalarsThere.Figures)
	}
	// The proofs are the first, one that waits for the comparison of solvers, ours with and without
	// verification, and gnark's.
	if proof["key-bytes"] == 0 || proof["device-bytes"] < proof["key-bytes"] ||
		proof["up-bytes"] == 0 || proof["device-msms"] < 4 || proof["cpu-msms"] != 0 ||
		proof["proofs"] != 5 {
		t.Errorf("proof: %v", proof)
	}
}

// TestCardsOfADevice: the lines of the emulator have both schemes and a price, and a changed tree
// has none.
func TestCardsOfADevice(t *testing.T) {
	devicetest.Require(t)
	defer func(before string) { measure.Revision = before }(measure.Revision)
	measure.Revision = "0123456789ab-dirty"
	if status, _, says := bench(t, t.Context(), "cards"); status != exitFailed ||
		!strings.Contains(says, errChanged.Error()) {
		t.Errorf("a changed tree: status %d, %s", status, says)
	}
	measure.Revision = "0123456789ab"
	if devicetest.Emulated() {
		status, stdout, stderr := bench(t, t.Context(), "cards", "-price", "2.5")
		if status != exitDone || strings.Count(stdout, "| 0123456789ab |") != 2 ||
			!strings.Contains(stdout, "| PLONK |") || !strings.Contains(stdout, "$ a thousand") {
			t.Errorf("status %d\n%s%s", status, stdout, stderr)
		}
	}
}

// TestTransformsOfADevice: every curve's transforms are compared with gnark-crypto's, and a wrong
// one would be an error.
func TestTransformsOfADevice(t *testing.T) {
	const line = "ntt -sizes 1,9 -runs 2 -warmup 0 -queued 2 -cpu-runs 1 -curve "
	for _, row := range onDevice(t, 4*2*3, line+strings.Join(curve.Folders(), ",")) {
		if len(row.Times[results.Ours]) != 2 || row.Times[results.Gnark] == nil {
			t.Errorf("%+v", row)
		}
	}
}
