//go:build cuda

package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/internal/curves"
	"github.com/gnark-accel/gnark-accel/internal/devicetest"
)

// TestRowsOfADevice: rows say what the device did. The device may be the emulator, and then they
// say that.
func TestRowsOfADevice(t *testing.T) {
	devicetest.Require(t)
	path := filepath.Join(t.TempDir(), "rows.json")
	for _, args := range [][]string{
		{"msm", "-backend", "cuda", "-sizes", "5", "-distributions", "uniform", "-device", "-runs",
			"2", "-warmup", "1", "-json", path},
		{"prove", "-backend", "cuda", "-circuit", "cubic", "-constraints", "1", "-min-size", "1",
			"-proofs", "1", "-warmup", "0", "-json", path},
	} {
		if status, stdout, stderr := bench(t, t.Context(), args...); status != exitDone {
			t.Fatalf("bench %v: status %d\n%s%s", args, status, stdout, stderr)
		}
	}
	rows, err := results.ReadFiles(path)
	if err != nil || len(rows) != 3 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for _, row := range rows {
		if d := row.Machine.Device; d.Kind == results.CPU ||
			(d.Name == "CUDA emulator") != (d.Kind == results.Emulator) || d.Capability == "" ||
			d.Memory == 0 {
			t.Errorf("device %+v", d)
		}
	}
	resident, onDevice, proof := rows[0].MSM, rows[1].MSM, rows[2].Proof
	for _, m := range []*results.MSM{resident, onDevice} {
		if m.Plan == nil || m.Plan.Window == 0 || m.Phases == nil || m.Phases.Accumulate <= 0 {
			t.Errorf("%s: plan %+v, phases %+v", m.Mode, m.Plan, m.Phases)
		}
		if (m.Rates != nil) != (rows[0].Machine.Device.Kind == results.GPU) {
			t.Errorf("%s: rates %+v", m.Mode, m.Rates)
		}
	}
	// 32 scalars of 32 bytes, and nothing where they are on the device before.
	if resident.BytesUp < 32*32 || onDevice.BytesUp != 0 || resident.DeviceBytes == 0 ||
		resident.GnarkCrypto == nil {
		t.Errorf("resident: %d bytes up, %d on the device; on the device: %d up", resident.BytesUp,
			resident.DeviceBytes, onDevice.BytesUp)
	}
	// The proofs are the first, ours with and without verification, gnark's, and the watched one.
	if proof.KeyBytes == 0 || proof.DeviceBytes < proof.KeyBytes || proof.BytesUp == 0 ||
		proof.DeviceSums < 4 || proof.CPUSums != 0 || proof.Verified != 5 {
		t.Errorf("proof: key %d bytes, device %d, up %d, %d sums, %d on the CPU, %d verified",
			proof.KeyBytes, proof.DeviceBytes, proof.BytesUp, proof.DeviceSums, proof.CPUSums,
			proof.Verified)
	}
	if proof.HostPlanned == 0 || proof.HostPlanned > proof.HostBytes {
		t.Errorf("proof: %d bytes of the host, planned were %d", proof.HostBytes, proof.HostPlanned)
	}
	tracks := map[string]int{}
	for _, span := range proof.Spans {
		tracks[span.Track]++
	}
	// The rounds are the solver, the sums, and the verification.
	if tracks[results.TrackRounds] != 3 || tracks[results.TrackSums] < 4 ||
		tracks[results.TrackVectors] == 0 {
		t.Errorf("spans %v", tracks)
	}
	// The emulator may do all of its work before it answers whether it has any.
	if d := proof.Device; d == nil && rows[0].Machine.Device.Kind == results.GPU || d != nil &&
		(d.Busy <= 0 || d.Part < d.Busy || d.Idle < 0 || d.Idle >= 1) {
		t.Errorf("device %+v", d)
	}
}

// TestTransformsOfADevice: every curve's transforms are compared with gnark-crypto's, and a wrong
// one would be an error.
func TestTransformsOfADevice(t *testing.T) {
	devicetest.Require(t)
	path := filepath.Join(t.TempDir(), "rows.json")
	args := []string{"ntt", "-backend", "cuda", "-curve", strings.Join(curves.Folders(), ","),
		"-sizes", "1,9", "-runs", "2", "-warmup", "0", "-queued", "2", "-cpu-runs", "1",
		"-json", path}
	if status, stdout, stderr := bench(t, t.Context(), args...); status != exitDone {
		t.Fatalf("status %d\n%s%s", status, stdout, stderr)
	}
	rows, err := results.ReadFiles(path)
	if err != nil || len(rows) != 4*2*3 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for _, row := range rows {
		if n := row.NTT; n == nil || n.GnarkCrypto == nil || n.Queued != 2 ||
			len(n.Time.Runs) != 2 || row.Machine.Device.Kind == results.CPU {
			t.Errorf("%+v", n)
		}
	}
}
