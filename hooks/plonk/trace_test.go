package plonk_test

import (
	"bytes"
	"runtime/trace"
	"testing"

	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
)

// TestExecutionTrace looks for a proof and its rounds in a trace of Go's execution tracer.
func TestExecutionTrace(t *testing.T) {
	i := scheme.Shared(t, "cubic")
	scheme.AttachFor(t, i.PK, hookstest.Engine(t))
	var recorded bytes.Buffer
	if err := trace.Start(&recorded); err != nil {
		t.Fatal(err)
	}
	_, err := scheme.Accelerated(i.CCS, i.PK, i.Full)
	trace.Stop()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"plonk.Prove", "permutation", "quotient", "openings"} {
		if !bytes.Contains(recorded.Bytes(), []byte(name)) {
			t.Errorf("the trace does not tell of %s", name)
		}
	}
}
