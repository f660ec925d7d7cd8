package drilltest

import (
	"context"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
)

// Report is what a drill prints.
type Report interface {
	Print(io.Writer) error
	// Err returns nil if the service has done as it should.
	Err() error
}

// ends says how the jobs of a drill ended.
type ends struct {
	Jobs     int
	Verified int // proofs that verify
	Failed   int // jobs that ended without a proof
	Lost     int // jobs that did not end
	Twice    int // jobs whose record shows another proof than the one that came
	Left     int // jobs that wait or run after the end
	Again    int // jobs that were proved after a worker had died
	Kills    int
	Restarts int
	Restart  time.Duration // the median time from a kill to the job's next run
	Took     time.Duration
	Errors   []error
}

// report counts the outcomes.
func (d *drill) report(ctx context.Context, prover *client.Client, took time.Duration) *ends {
	r := &ends{
		Jobs: d.Jobs, Lost: d.Jobs - len(d.outcomes.list), Kills: len(d.kills),
		Restarts: d.restarts, Took: took,
	}
	var waits []time.Duration
	for _, one := range d.outcomes.list {
		if one.err != nil {
			r.Failed++
			r.Errors = append(r.Errors, one.err)
			continue
		}
		r.Verified++
		if len(one.record.Tries) > 0 {
			r.Again++
			waits = append(waits, d.waits(one.record)...)
		}
		now, err := prover.Job(ctx, one.record.ID)
		if err != nil || string(now.Record.Proof) != string(one.record.Proof) {
			r.Twice++
		}
	}
	if len(waits) > 0 {
		slices.Sort(waits)
		r.Restart = waits[len(waits)/2]
	}
	r.Left = left(ctx, prover)
	return r
}

// waits returns the times from the kills of a job's workers to its next runs.
func (d *drill) waits(r *jobs.Record) (waits []time.Duration) {
	for _, kill := range d.kills {
		if !slices.Contains(kill.jobs, r.ID) {
			continue
		}
		for _, try := range r.Tries {
			if try.When.After(kill.when) {
				waits = append(waits, try.When.Sub(kill.when))
				break
			}
		}
	}
	return waits
}

// left counts the jobs that wait or run, once acknowledgements under way had a moment to arrive.
func left(ctx context.Context, prover *client.Client) (n int) {
	for range 50 {
		n = 0
		lines, err := prover.Lines(ctx)
		for _, line := range lines {
			n += int(line.Waiting) + line.Running
		}
		if err == nil && n == 0 || pause(ctx, 200*time.Millisecond) != nil {
			return n
		}
	}
	return n
}

// Err returns nil if every job ended once, with a proof that verifies.
func (r *ends) Err() error {
	if r.Verified == r.Jobs && r.Failed+r.Lost+r.Twice+r.Left == 0 {
		return nil
	}
	err := fmt.Errorf("of %d jobs %d have a proof that verifies", r.Jobs, r.Verified)
	if len(r.Errors) > 0 {
		return fmt.Errorf("%w; the first error: %w", err, r.Errors[0])
	}
	return err
}

// Print writes the report as a table.
func (r *ends) Print(to io.Writer) error {
	return printRows(to, []row{
		{"jobs", r.Jobs},
		{"proofs that verify", r.Verified},
		{"jobs that failed", r.Failed},
		{"jobs lost", r.Lost},
		{"jobs that ended twice", r.Twice},
		{"jobs left in the queue", r.Left},
		{"workers killed", r.Kills},
		{"servers killed", r.Restarts},
		{"jobs proved after their worker had died", r.Again},
		{"median time from a kill to the next run", r.Restart.Round(time.Millisecond)},
		{"time", r.Took.Round(time.Second)},
	})
}

// row is a line of a table.
type row struct {
	what  string
	value any
}

func printRows(to io.Writer, rows []row) error {
	table := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		fmt.Fprintf(table, "%s\t%v\n", row.what, row.value)
	}
	return table.Flush()
}
