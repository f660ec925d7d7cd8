// Package drilltest proves many jobs while workers are killed and the server is restarted. It
// prints how the jobs ended. The program that it starts is the test's own binary.
package drilltest

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/program"
	"github.com/gnark-accel/gnark-accel/service/internal/servicetest"
	"golang.org/x/sync/errgroup"
)

// Config says how hard the drill is.
type Config struct {
	Jobs      int
	AtOnce    int // jobs that are submitted and not ended
	Workers   int // processes; without any the server proves
	KillEvery time.Duration
	Restarts  int // of the server
	SyncEvery time.Duration
}

// drill is a service of several processes, with a circuit.
type drill struct {
	Config
	*testing.T
	folder, address string
	serving         *process
	working         []*process
	started         int // workers

	*Example
	*client.Client
	circuit string // its digest

	kills, restarts int
	ended           atomic.Int64
}

// start starts server and workers, until the test ends, and adds a circuit.
func start(t *testing.T, c Config, e *Example) *drill {
	t.Helper()
	d := &drill{Config: c, T: t, Example: e, address: servicetest.FreeAddress(t)}
	var err error
	if d.folder, err = os.MkdirTemp("", "gnark-prover-drill-"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.stop)
	d.serving = d.serve()
	flags := flag.NewFlagSet("drill", flag.PanicOnError)
	end := program.NewFlags(flags)
	flags.Parse([]string{"-folder", d.folder})
	servicetest.Eventually(t, func() bool {
		queue, err := end.DialOne(t.Context())
		if err == nil {
			d.Client = (*client.Client)(queue.Handle())
		}
		return err == nil
	})
	t.Cleanup(d.Client.Close)
	for range c.Workers {
		d.working = append(d.working, d.work())
	}
	servicetest.Eventually(t, func() bool {
		d.circuit, err = d.AddCircuit(t.Context(), e.System, e.PK, e.VK)
		return !errors.Is(err, client.ErrNoWorker)
	})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// stop kills all processes. Where the drill has failed their logs stay.
func (d *drill) stop() {
	for _, worker := range d.working {
		worker.kill()
	}
	if d.serving != nil {
		d.serving.kill()
	}
	if d.Failed() {
		d.Log("the logs are in", d.folder)
		return
	}
	os.RemoveAll(d.folder)
}

// forAll calls back with the numbers from 0 to n-1, AtOnce of them at once.
func (d *drill) forAll(n int, call func(i int) error) error {
	var callers errgroup.Group
	callers.SetLimit(d.AtOnce)
	for i := range n {
		callers.Go(func() error { return call(i) })
	}
	return callers.Wait()
}

// prove has a job proved, and returns it at its end.
func (d *drill) prove(key ...any) (*client.Job, client.Proof, error) {
	job, err := d.Submit(d.Context(), d.circuit, d.Full, client.WithKey(fmt.Sprint(key...)))
	if err != nil {
		return nil, nil, fmt.Errorf("submitting: %w", err)
	}
	proof, err := job.Wait(d.Context())
	return job, proof, err
}
