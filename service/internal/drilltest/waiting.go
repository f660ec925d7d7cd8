package drilltest

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/example"
)

// waiting says what memory a long queue takes.
type waiting struct {
	Jobs                     int // that waited
	ServerIdle, Server       int64
	ServerPeak               int64
	WorkerIdle, WorkerBeside int64 // the largest worker, without the queue and with it
	Submitting               time.Duration
}

// proofsBefore is the number of proofs after which a worker's memory is that of its work.
const proofsBefore = 50

// Wait lets jobs wait, and measures the memory of the server and of workers.
func Wait(ctx context.Context, c Config, e *example.Example) (Report, error) {
	d, prover, digest, err := begun(ctx, c, e)
	defer d.stop()
	if err != nil {
		return nil, err
	}
	defer prover.Close()
	w := &waiting{Jobs: c.Jobs}
	if err := d.proveSome(ctx, prover, digest, e, "before"); err != nil {
		return nil, err
	}
	w.ServerIdle, w.WorkerIdle = d.serving.resident(), d.largestWorker()
	for _, worker := range d.working {
		worker.kill()
	}
	begin := time.Now()
	if err := d.submitAll(ctx, prover, digest, e); err != nil {
		return nil, err
	}
	w.Submitting = time.Since(begin)
	w.Server = d.serving.resident()
	for i := range d.working {
		if d.working[i], err = d.work(); err != nil {
			return nil, err
		}
	}
	// The job before them all is urgent, so that it is proved while they wait.
	if err := d.proveSome(ctx, prover, digest, e, "beside"); err != nil {
		return nil, err
	}
	w.WorkerBeside, w.ServerPeak = d.largestWorker(), d.serving.peak()
	return w, nil
}

// proveSome proves some urgent jobs in turn.
func (d *drill) proveSome(
	ctx context.Context, prover *client.Client, digest string, e *example.Example, key string,
) error {
	for i := range proofsBefore {
		_, err := prover.Prove(ctx, digest, e.Witness, client.WithPriority(client.High),
			client.WithKey(fmt.Sprint(key, i)))
		if err != nil {
			return err
		}
	}
	return nil
}

// submitAll submits all jobs.
func (d *drill) submitAll(
	ctx context.Context, prover *client.Client, digest string, e *example.Example,
) error {
	return d.forAll(ctx, d.Jobs, func(ctx context.Context, i int) error {
		job, err := prover.Submit(ctx, digest, e.Witness,
			client.WithKey(fmt.Sprint("waiting ", i)))
		if err != nil {
			return err
		}
		job.Close()
		if i%10000 == 0 {
			d.Log("%d jobs wait", i)
		}
		return nil
	})
}

// largestWorker returns the memory of the worker that has most.
func (d *drill) largestWorker() (most int64) {
	for _, worker := range d.working {
		most = max(most, worker.resident())
	}
	return most
}

// bound is the memory that a server may take for 100 000 waiting jobs, in bytes.
const bound = 1 << 30

// Err returns nil if the server has kept to a GiB.
func (w *waiting) Err() error {
	if w.ServerPeak > bound {
		return fmt.Errorf("the server took %s", mebibytes(w.ServerPeak))
	}
	return nil
}

// Print writes the measurements as a table.
func (w *waiting) Print(to io.Writer) error {
	return printRows(to, []row{
		{"jobs that waited", w.Jobs},
		{"time to submit them", w.Submitting.Round(time.Second)},
		{"server's memory before them", mebibytes(w.ServerIdle)},
		{"server's memory with them", mebibytes(w.Server)},
		{"server's memory at most", mebibytes(w.ServerPeak)},
		{"worker's memory before them", mebibytes(w.WorkerIdle)},
		{"worker's memory beside them", mebibytes(w.WorkerBeside)},
	})
}
