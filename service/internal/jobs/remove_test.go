package jobs_test

import (
	"errors"
	"testing"

	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
	"github.com/gnark-accel/gnark-accel/service/internal/servicetest"
)

// TestRemoveBusy keeps a circuit while a job of it waits or runs.
func TestRemoveBusy(t *testing.T) {
	q := servicetest.Start(t, "a").Queue(t, 0)
	m := request(1).Circuit
	m.System.Digest, m.ProvingKey.Digest, m.VerifyingKey.Digest = "a", "b", "c"
	queued := submit(t, q, request(1))
	if err := q.RemoveCircuit(t.Context(), m); !errors.Is(err, jobs.ErrBusy) {
		t.Errorf("a job waits: %v", err)
	}
	run := take(t, q, queued)
	if err := q.RemoveCircuit(t.Context(), m); !errors.Is(err, jobs.ErrBusy) {
		t.Errorf("a job runs: %v", err)
	}
	if err := run.Done(t.Context(), []byte("proof"), jobs.Times{}); err != nil {
		t.Fatal(err)
	}
	if err := q.RemoveCircuit(t.Context(), m); err != nil {
		t.Errorf("the job is done: %v", err)
	}
}
