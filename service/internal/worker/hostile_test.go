package worker_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/gnark-accel/gnark-accel/service/internal/servicetest"
	"github.com/gnark-accel/gnark-accel/service/internal/worker"
)

// put stores a manifest, whatever it says.
func (h *hostile) put(t *testing.T, m circuit.Manifest) {
	t.Helper()
	text, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	bucket, err := h.JetStream.KeyValue(t.Context(), "circuits")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := bucket.Put(t.Context(), m.Digest, text); err != nil {
		t.Fatal(err)
	}
}

// TestHostileRecords has a client of NATS store records and manifests as nobody else writes them. A
// worker of several tenants lives, and proves afterwards.
func TestHostileRecords(t *testing.T) {
	s := servicetest.Start(t, "a", "b")
	clients, log, _ := start(t, s, worker.Config{Progress: func(string, int64, int64) {}})
	h := hostiles(t, s, clients[0])[0]
	short, lying, greedy := h.Manifest, h.Manifest, h.Manifest
	short.Digest = "ab"
	lying.Digest = circuit.ManifestOf(h.Scheme, circuit.Options{Solidity: true}, h.Curve,
		h.files).Digest
	lying.Options.Solidity, lying.System.Size = true, -1<<40
	greedy.Digest = circuit.ManifestOf(h.Scheme, circuit.Options{StatisticalZK: true}, h.Curve,
		h.files).Digest
	greedy.Options.StatisticalZK, greedy.System.Size = true, 1<<40
	tired := func(r *jobs.Record) { r.Alone = jobs.MaxTries }
	soon := func(r *jobs.Record) { r.Deadline = time.Now().Add(3 * time.Second) }
	if r, err := h.submit(t, h.Digest, h.full); err != nil || r.State != jobs.Done {
		t.Fatalf("a whole job before them: %+v, %v", r, err)
	}
	for name, c := range map[string]struct {
		manifest circuit.Manifest
		full     []byte
		change   func(*jobs.Record)
		want     jobs.Cause
	}{
		"runs without a try": {h.Manifest, h.full, tired, jobs.GaveUp},
		"a short digest":     {short, h.full, soon, jobs.PastDeadline},
		"less than no bytes": {lying, h.full, soon, jobs.BadCircuit},
		"more bytes":         {greedy, h.full, soon, jobs.BadCircuit},
		"a long witness":     {h.Manifest, make([]byte, 5<<20), soon, jobs.BadWitness},
	} {
		h.put(t, c.manifest)
		r, err := h.submit(t, c.manifest.Digest, c.full, c.change)
		if err != nil || r.Cause != c.want {
			t.Errorf("%s: %q of %+v, %v", name, r.Cause, r, err)
		}
	}
	if r, err := h.submit(t, h.Digest, h.full); err != nil || r.State != jobs.Done {
		t.Errorf("a whole job after them: %+v, %v", r, err)
	}
	if strings.Contains(log.String(), "circuit unloaded") {
		t.Error("they have a circuit unloaded")
	}
}
