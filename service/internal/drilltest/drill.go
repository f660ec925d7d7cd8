// Package drilltest proves many jobs while workers are killed and the server is restarted, and says
// how the jobs ended.
package drilltest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/consensys/gnark/backend/groth16"
	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/example"
	"github.com/gnark-accel/gnark-accel/service/internal/folder"
	"github.com/nats-io/nats.go"
)

// Config says how hard the drill is.
type Config struct {
	Program   []string // the command line of gnark-prover
	Folder    string   // an empty one
	Jobs      int
	AtOnce    int // jobs that are submitted and not ended
	Workers   int // processes
	KillEvery time.Duration
	Restarts  int // of the server
	SyncEvery time.Duration
	Log       func(format string, v ...any)
}

// drill is a drill under way.
type drill struct {
	Config
	address string
	tenant  folder.Tenant
	serving *process
	working []*process

	started  int // workers
	kills    []kill
	restarts int
	ended    atomic.Int64
	outcomes outcomes
}

// Run proves the jobs of an example, and returns how they ended.
func Run(ctx context.Context, c Config, e *example.Example) (Report, error) {
	begin := time.Now()
	d, prover, digest, err := begun(ctx, c, e)
	defer d.stop()
	if err != nil {
		return nil, err
	}
	defer prover.Close()
	chaos, calm := context.WithCancel(ctx)
	var killers sync.WaitGroup
	killers.Go(func() { d.killWorkers(chaos) })
	killers.Go(func() { d.restartServer(chaos) })
	d.proveAll(ctx, prover, digest, e)
	calm()
	killers.Wait()
	return d.report(ctx, prover, time.Since(begin)), ctx.Err()
}

// begun starts a drill and adds its circuit. The caller stops the drill, after an error too.
func begun(ctx context.Context, c Config, e *example.Example) (
	d *drill, prover *client.Client, digest string, err error,
) {
	d = &drill{Config: c}
	if err := d.start(ctx); err != nil {
		return d, nil, "", err
	}
	if prover, err = d.connect(ctx); err != nil {
		return d, nil, "", err
	}
	if digest, err = d.add(ctx, prover, e); err != nil {
		prover.Close()
	}
	return d, prover, digest, err
}

// start starts the server and the workers.
func (d *drill) start(ctx context.Context) (err error) {
	if d.address, err = freeAddress(); err != nil {
		return err
	}
	if d.serving, err = d.serve(); err != nil {
		return err
	}
	tenants := filepath.Join(d.Folder, folder.TenantsFile)
	for {
		if _, err := os.Stat(tenants); err == nil {
			break
		}
		if err := pause(ctx, 50*time.Millisecond); err != nil {
			return err
		}
	}
	all, err := folder.ReadOrCreateTenants(tenants)
	if err != nil {
		return err
	}
	d.tenant = all[0]
	for range d.Workers {
		worker, err := d.work()
		if err != nil {
			return err
		}
		d.working = append(d.working, worker)
	}
	return nil
}

// connect connects as soon as the server listens.
func (d *drill) connect(ctx context.Context) (*client.Client, error) {
	for {
		prover, err := client.Connect("nats://"+d.address,
			client.WithKeyFile(filepath.Join(d.Folder, folder.KeyFile)),
			client.WithNATS(nats.UserInfo(d.tenant.Name, d.tenant.Token)))
		if err == nil {
			return prover, nil
		}
		if pausing := pause(ctx, 100*time.Millisecond); pausing != nil {
			return nil, errors.Join(pausing, err)
		}
	}
}

// add adds the circuit as soon as a worker answers.
func (d *drill) add(
	ctx context.Context, prover *client.Client, e *example.Example,
) (string, error) {
	for {
		digest, err := prover.AddCircuit(ctx, e.System, e.PK, e.VK)
		if !errors.Is(err, client.ErrNoWorker) {
			return digest, err
		}
		if err := pause(ctx, 200*time.Millisecond); err != nil {
			return "", err
		}
	}
}

// proveAll has all jobs proved.
func (d *drill) proveAll(
	ctx context.Context, prover *client.Client, digest string, e *example.Example,
) {
	d.forAll(ctx, d.Jobs, func(ctx context.Context, i int) error {
		d.prove(ctx, prover, digest, e, i)
		return nil
	})
}

// forAll calls back with the numbers from 1 to n, so many at once as the drill says, until a call
// fails.
func (d *drill) forAll(
	ctx context.Context, n int, call func(ctx context.Context, i int) error,
) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var next atomic.Int64
	var callers sync.WaitGroup
	for range d.AtOnce {
		callers.Go(func() {
			for i := int(next.Add(1)); i <= n && ctx.Err() == nil; i = int(next.Add(1)) {
				if err := call(ctx, i); err != nil {
					cancel(err)
				}
			}
		})
	}
	callers.Wait()
	return context.Cause(ctx)
}

// prove has one job proved and verifies the proof.
func (d *drill) prove(
	ctx context.Context, prover *client.Client, digest string, e *example.Example, i int,
) {
	job, err := prover.Submit(ctx, digest, e.Witness, client.WithKey(fmt.Sprint("job ", i)))
	if err != nil {
		d.outcomes.add(outcome{err: fmt.Errorf("submitting: %w", err)})
		return
	}
	proof, err := job.Wait(ctx)
	job.Close()
	if err == nil {
		err = e.Verify(proof.(groth16.Proof))
	}
	d.outcomes.add(outcome{record: job.Record, err: err})
	if n := d.ended.Add(1); n%1000 == 0 {
		d.Log("%d jobs have ended", n)
	}
}

// freeAddress returns an address of this machine that nobody listens at.
func freeAddress() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return listener.Addr().String(), listener.Close()
}

// pause waits, or returns the context's cause.
func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-time.After(d):
		return nil
	}
}
