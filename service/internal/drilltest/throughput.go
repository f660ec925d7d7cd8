package drilltest

import (
	"fmt"
	"testing"
	"time"

	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/backend/witness"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/groth16"
	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
)

const rounds = 3

// Compare proves the same jobs by ProveStream and by a service, in turn. Both verify each proof.
// How slow is too slow depends on the machine.
func Compare(t *testing.T, c Config, e *Example) {
	d := start(t, c, e)
	if _, _, err := d.prove("first"); err != nil { // loads the circuit
		t.Fatal(err)
	}
	d.inProcess(1) // here, too
	var inProcess, served time.Duration
	var parts jobs.Times // totals of the workers' times
	all := make([]*client.Job, max(c.Jobs/rounds, 1))
	n := len(all)
	for round := range rounds {
		begin := time.Now()
		d.inProcess(n)
		inProcess += time.Since(begin)
		begin = time.Now()
		if err := d.forAll(n, func(i int) (err error) {
			all[i], _, err = d.prove("round ", round, " job ", i)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		served += time.Since(begin)
		for _, job := range all {
			parts.Wait += job.Times.Wait
			parts.Load += job.Times.Load
			parts.Prove += job.Times.Prove
		}
		t.Logf("round %d of %d", round+1, rounds)
	}
	total := rounds * n
	rate := func(took time.Duration) string {
		return fmt.Sprintf("%.1f proofs/min", float64(total)/took.Minutes())
	}
	mean := func(seconds float64) string {
		return fmt.Sprintf("%.1f ms", 1000*seconds/float64(total))
	}
	d.print([][2]any{
		{"jobs on each side", total},
		{"ProveStream in one process", rate(inProcess)},
		{"the service", rate(served)},
		{"a job waits, mean", mean(parts.Wait)},
		{"its witness is loaded", mean(parts.Load)},
		{"it is proved and verified", mean(parts.Prove)},
		{"service / process", fmt.Sprintf("%.3f", inProcess.Seconds()/served.Seconds())},
	})
}

func (d *drill) inProcess(n int) {
	witnesses := make(chan witness.Witness, n)
	for range n {
		witnesses <- d.Full
	}
	close(witnesses)
	for _, err := range accelerated.ProveStream(d.Context(), d.System,
		d.PK.(groth16.ProvingKey), witnesses,
		accelerated.WithVerifyingKey(d.VK.(groth16.VerifyingKey))) {
		if err != nil {
			d.Fatal("in this process: ", err)
		}
	}
}
