package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/drilltest"
	"github.com/gnark-accel/gnark-accel/service/internal/program"
	"github.com/gnark-accel/gnark-accel/service/internal/servicetest"
)

// autoscaler starts and ends real workers as KEDA and Kubernetes do: by the metric alone, and
// whichever, by SIGTERM.
type autoscaler struct {
	*testing.T
	folder, metrics string
	most            int // workers

	running, draining []*exec.Cmd
	started, highest  int
}

// unended reads the metric of the manifest, or returns 0.
func (a *autoscaler) unended() (n float64) {
	reply, err := http.Get("http://" + a.metrics + "/metrics")
	if err != nil {
		return 0
	}
	defer reply.Body.Close()
	for lines := bufio.NewScanner(reply.Body); lines.Scan(); {
		fmt.Sscanf(lines.Text(), "gnark_prover_unended_jobs %g", &n)
	}
	return n
}

// scale has as many workers as the metric asks for: one for each four jobs.
func (a *autoscaler) scale() {
	const threshold = 4
	want := min(a.most, (int(a.unended())+threshold-1)/threshold)
	for len(a.running) < want {
		worker, _ := process(a.T, "worker", "-folder", a.folder, "-slots", "2", "-log", "error")
		if err := worker.Start(); err != nil {
			a.Error(err)
			return
		}
		a.running, a.started = append(a.running, worker), a.started+1
	}
	a.highest = max(a.highest, len(a.running))
	for len(a.running) > want {
		i := rand.IntN(len(a.running))
		worker := a.running[i]
		a.running = append(a.running[:i:i], a.running[i+1:]...)
		worker.Process.Signal(syscall.SIGTERM)
		a.draining = append(a.draining, worker)
	}
}

// run scales until the context ends, and then waits for all workers. Each ends without an error.
func (a *autoscaler) run(ctx context.Context) {
	for ctx.Err() == nil {
		a.scale()
		time.Sleep(50 * time.Millisecond)
	}
	for _, worker := range a.running {
		worker.Process.Signal(syscall.SIGTERM)
	}
	for _, worker := range append(a.running, a.draining...) {
		if err := worker.Wait(); err != nil && !stoppedEarly(err) {
			a.Errorf("a worker that was scaled in: %v", err)
		}
	}
}

// stoppedEarly tells whether a process says that a signal came before it was ready.
func stoppedEarly(err error) bool {
	var exit *exec.ExitError
	return errors.As(err, &exit) && (exit.ExitCode() == 1 || exit.ExitCode() == -1)
}

// TestAutoscaling has a simulated autoscaler start and end workers while load comes and goes. No
// job is lost or proved twice, and none has a try for a worker that was scaled in.
func TestAutoscaling(t *testing.T) {
	t.Parallel() // it waits, mostly
	jobs, waves, most := 500, 20, 6
	if testing.Short() {
		jobs, waves, most = 80, 2, 3
	}
	a := &autoscaler{T: t, folder: filepath.Join(t.TempDir(), "data"),
		metrics: servicetest.FreeAddress(t), most: most}
	server, said := process(t, "serve", "-folder", a.folder, "-listen", anyPort, "-http", anyPort,
		"-metrics", a.metrics, "-sync-every", "1m", "-log", "error", "-prove=false")
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		server.Process.Signal(syscall.SIGTERM)
		if err := server.Wait(); err != nil {
			t.Error(err, said)
		}
	}()
	prover := connected(t, a.folder)
	e := drilltest.NewExample(t, "mimc", 2000)
	first, _ := process(t, "worker", "-folder", a.folder, "-log", "error")
	if err := first.Start(); err != nil {
		t.Fatal(err)
	}
	var digest string
	var err error
	servicetest.Eventually(t, func() bool {
		digest, err = prover.AddCircuit(t.Context(), e.System, e.PK, e.VK)
		return !errors.Is(err, client.ErrNoWorker)
	})
	first.Process.Signal(syscall.SIGTERM)
	if err := errors.Join(err, first.Wait()); err != nil {
		t.Fatal(err)
	}

	ctx, stop := context.WithCancel(t.Context())
	var scaling, proving sync.WaitGroup
	scaling.Go(func() { a.run(ctx) })
	for wave := range waves {
		for i := range jobs / waves {
			proving.Go(func() {
				job, err := prover.Submit(t.Context(), digest, e.Full,
					client.WithKey(fmt.Sprint(wave, i)))
				if err == nil {
					_, err = job.Wait(t.Context())
				}
				if err != nil {
					t.Error(err)
				} else if job.Attempt != 1 || len(job.Tries) != 0 {
					t.Errorf("attempt %d, tries %+v", job.Attempt, job.Tries)
				}
			})
			time.Sleep(rand.N(20 * time.Millisecond))
		}
		proving.Wait()
		servicetest.Eventually(t, func() bool { return a.unended() == 0 })
		time.Sleep(200 * time.Millisecond) // to no workers, and back
	}
	stop()
	scaling.Wait()
	page, err := prover.Jobs(t.Context(), client.Filter{State: "done", Limit: 1000})
	if err != nil || len(page.Jobs) != jobs/waves*waves {
		t.Errorf("%d jobs are done, %v", len(page.Jobs), err)
	}
	t.Logf("%d workers were started, up to %d at once", a.started, a.highest)
	if a.started < waves || a.highest < 2 {
		t.Error("nothing was scaled")
	}
}

// connected returns a client of the first tenant of a service, once that answers.
func connected(t *testing.T, folder string) *client.Client {
	t.Helper()
	flags := flag.NewFlagSet("test", flag.ContinueOnError)
	where := program.NewFlags(flags)
	if err := flags.Parse([]string{"-folder", folder}); err != nil {
		t.Fatal(err)
	}
	var prover *client.Client
	servicetest.Eventually(t, func() bool {
		queue, err := where.DialOne(t.Context())
		if err == nil {
			prover = (*client.Client)(queue.Handle())
		}
		return err == nil
	})
	t.Cleanup(prover.Close)
	return prover
}
