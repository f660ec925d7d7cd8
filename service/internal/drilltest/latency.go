package drilltest

import (
	"context"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/consensys/gnark/backend/groth16"
	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/example"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
)

// latency has the times of proofs on an idle service, by stage, in seconds. What a proof and its
// verification take is no part of the other stages.
type latency struct {
	Witness int // bytes
	stages  [len(stageNames)][]float64
}

// The stages of a job, in their order, and the sum of all but the proof.
var stageNames = [...]string{
	"naming the job", "storing and queueing", "loading the witness", "proof and verification",
	"result to the client", "all but the proof",
}

// warmUp is the number of proofs before the measured ones.
const warmUp = 10

// Time proves jobs one after the other, and measures their stages.
func Time(ctx context.Context, c Config, e *example.Example) (Report, error) {
	d, prover, digest, err := begun(ctx, c, e)
	defer d.stop()
	if err != nil {
		return nil, err
	}
	defer prover.Close()
	full, err := e.Witness.MarshalBinary()
	if err != nil {
		return nil, err
	}
	l := &latency{Witness: len(full)}
	for i := range warmUp + c.Jobs {
		begin := time.Now()
		job, err := prover.Submit(ctx, digest, e.Witness, client.WithKey(fmt.Sprint(i)))
		if err != nil {
			return nil, err
		}
		proof, err := job.Wait(ctx)
		took := time.Since(begin)
		job.Close()
		if err == nil {
			err = e.Verify(proof.(groth16.Proof))
		}
		if err != nil {
			return nil, err
		}
		if i >= warmUp {
			l.add(job.Record, begin, took)
		}
	}
	return l, nil
}

// add notes the stages of a job. Client and worker have the same clock.
func (l *latency) add(r *jobs.Record, begin time.Time, took time.Duration) {
	naming, all := r.Submitted.Sub(begin).Seconds(), took.Seconds()-r.Times.Prove
	result := all - naming - r.Times.Wait - r.Times.Load
	for i, seconds := range []float64{
		naming, r.Times.Wait, r.Times.Load, r.Times.Prove, result, all,
	} {
		l.stages[i] = append(l.stages[i], seconds)
	}
}

// Print writes the median and the 90th percentile of each stage.
func (l *latency) Print(to io.Writer) error {
	table := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "%d proofs, witness of %d bytes\tmedian\t90%%\n", len(l.stages[0]),
		l.Witness)
	for i, name := range stageNames {
		seconds := l.stages[i]
		slices.Sort(seconds)
		fmt.Fprintf(table, "%s\t%.1f ms\t%.1f ms\n", name, 1000*seconds[len(seconds)/2],
			1000*seconds[len(seconds)*9/10])
	}
	return table.Flush()
}

// Err returns nil: how long is too long depends on the machine.
func (l *latency) Err() error { return nil }
