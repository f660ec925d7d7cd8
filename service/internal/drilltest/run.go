package drilltest

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/consensys/gnark/backend/groth16"
	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
)

// ends says how the jobs of a drill ended.
type ends struct {
	verified int // proofs that verify
	failed   int // jobs that ended without a proof
	lost     int // jobs that did not end
	twice    int // jobs whose record shows another proof than the one that came
	again    int // jobs that were proved after a worker had died
	err      error
}

// Run proves the jobs of an example under kills. The test fails unless every job ends once, with a
// proof that verifies.
func Run(t *testing.T, c Config, e *Example) {
	begin := time.Now()
	d := start(t, c, e)
	chaos, calm := context.WithCancel(t.Context())
	var killers sync.WaitGroup
	killers.Go(func() { d.killWorkers(chaos) })
	killers.Go(func() { d.restartServer(chaos) })
	all, errs := make([]*client.Job, c.Jobs), make([]error, c.Jobs)
	d.forAll(c.Jobs, func(i int) error {
		var proof client.Proof
		all[i], proof, errs[i] = d.prove("job ", i)
		if errs[i] == nil {
			errs[i] = e.Verify(proof.(groth16.Proof))
		}
		if n := d.ended.Add(1); n%1000 == 0 {
			t.Logf("%d jobs have ended", n)
		}
		return nil
	})
	calm()
	killers.Wait()
	r := d.count(all, errs)
	left := d.left()
	d.print([][2]any{
		{"jobs", c.Jobs},
		{"proofs that verify", r.verified},
		{"jobs that failed", r.failed},
		{"jobs lost", r.lost},
		{"jobs that ended twice", r.twice},
		{"jobs left in the queue", left},
		{"workers killed", d.kills},
		{"servers killed", d.restarts},
		{"jobs proved after their worker had died", r.again},
		{"time", time.Since(begin).Round(time.Second)},
	})
	if r.verified != c.Jobs || r.twice+left != 0 {
		t.Errorf("of %d jobs %d have a proof that verifies: %v", c.Jobs, r.verified, r.err)
	}
}

func (d *drill) count(all []*client.Job, errs []error) (r ends) {
	for i, job := range all {
		if errs[i] != nil {
			r.err = errors.Join(r.err, errs[i])
			if job == nil || job.State == jobs.Queued {
				r.lost++
			} else {
				r.failed++
			}
			continue
		}
		r.verified++
		if len(job.Tries) > 0 {
			r.again++
		}
		now, err := d.Job(d.Context(), job.ID)
		if err != nil || string(now.Record.Proof) != string(job.Record.Proof) {
			r.twice++
		}
	}
	return r
}

// left counts the jobs that wait or run, and gives acknowledgements under way some seconds.
func (d *drill) left() (n int) {
	for range 50 {
		n = 0
		lines, err := d.Lines(d.Context())
		for _, line := range lines {
			n += int(line.Waiting) + line.Running
		}
		if err == nil && n == 0 {
			break
		}
		time.Sleep(200 * time.Millisecond)
	}
	return n
}
