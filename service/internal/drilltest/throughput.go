package drilltest

import (
	"context"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/consensys/gnark/backend/witness"
	"github.com/gnark-accel/gnark-accel/hooks/groth16"
	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/example"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
)

// throughput compares the service with ProveStream in one process.
type throughput struct {
	Jobs             int
	InProcess, Serve time.Duration // for all jobs
	Parts            parts
}

// parts are sums over jobs of the service, of what the workers say in seconds.
type parts struct {
	sync.Mutex
	jobs.Times
}

func (p *parts) add(t jobs.Times) {
	p.Lock()
	defer p.Unlock()
	p.Wait += t.Wait
	p.Load += t.Load
	p.Prove += t.Prove
}

// rounds is how often each side has its turn.
const rounds = 3

// Compare proves the same jobs by ProveStream in this process and by a service, in turn. Both
// verify each proof.
func Compare(ctx context.Context, c Config, e *example.Example) (Report, error) {
	d, prover, digest, err := begun(ctx, c, e)
	defer d.stop()
	if err != nil {
		return nil, err
	}
	defer prover.Close()
	if _, err := prover.Prove(ctx, digest, e.Witness); err != nil { // loads the circuit
		return nil, err
	}
	if err := inProcess(ctx, e, 1); err != nil { // here, too
		return nil, fmt.Errorf("in this process: %w", err)
	}
	t := &throughput{}
	n := max(d.Jobs/rounds, 1)
	for round := range rounds {
		took, err := timed(func() error { return inProcess(ctx, e, n) })
		if err != nil {
			return nil, fmt.Errorf("in this process: %w", err)
		}
		t.InProcess += took
		took, err = timed(func() error {
			return d.forAll(ctx, n, func(ctx context.Context, i int) error {
				job, err := prover.Submit(ctx, digest, e.Witness,
					client.WithKey(fmt.Sprint("round ", round, " job ", i)))
				if err != nil {
					return err
				}
				defer job.Close()
				if _, err = job.Wait(ctx); err == nil {
					t.Parts.add(job.Times)
				}
				return err
			})
		})
		if err != nil {
			return nil, fmt.Errorf("by the service: %w", err)
		}
		t.Serve += took
		t.Jobs += n
		d.Log("round %d of %d", round+1, rounds)
	}
	return t, nil
}

// timed returns how long a call takes.
func timed(call func() error) (time.Duration, error) {
	begin := time.Now()
	err := call()
	return time.Since(begin), err
}

// inProcess makes n proofs by ProveStream.
func inProcess(ctx context.Context, e *example.Example, n int) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	witnesses := make(chan witness.Witness)
	go func() {
		defer close(witnesses)
		for range n {
			select {
			case witnesses <- e.Witness:
			case <-ctx.Done():
				return
			}
		}
	}()
	for _, err := range groth16.ProveStream(ctx, e.System, e.PK, witnesses,
		groth16.WithVerifyingKey(e.VK)) {
		if err != nil {
			return err
		}
	}
	return nil
}

// Print writes both rates and their ratio.
func (t *throughput) Print(to io.Writer) error {
	rate := func(took time.Duration) string {
		return fmt.Sprintf("%.1f proofs/min", float64(t.Jobs)/took.Minutes())
	}
	mean := func(seconds float64) string {
		return fmt.Sprintf("%.1f ms", 1000*seconds/float64(t.Jobs))
	}
	return printRows(to, []row{
		{"jobs on each side", t.Jobs},
		{"ProveStream in one process", rate(t.InProcess)},
		{"the service", rate(t.Serve)},
		{"a job waits, mean", mean(t.Parts.Wait)},
		{"its witness is loaded", mean(t.Parts.Load)},
		{"it is proved and verified", mean(t.Parts.Prove)},
		{"service / process", fmt.Sprintf("%.3f", t.InProcess.Seconds()/t.Serve.Seconds())},
	})
}

// Err returns nil: how slow is too slow depends on the machine.
func (t *throughput) Err() error { return nil }
