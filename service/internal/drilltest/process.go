package drilltest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"
)

// process is a process of the program, which is killed rather than stopped.
type process struct {
	*exec.Cmd
	log string // a file
}

// run starts the program with its log in a file. One that does not start proves nothing, and fails
// the test.
func (d *drill) run(log string, arguments ...string) *process {
	p := &process{exec.Command(os.Args[0], arguments...), filepath.Join(d.folder, log)}
	file, err := os.OpenFile(p.log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err == nil {
		defer file.Close()
		p.Stderr = file
		err = p.Start()
	}
	if err != nil {
		d.Error(err)
	}
	return p
}

// kill ends the process at once, as kill -9 does.
func (p *process) kill() {
	if p.Process != nil {
		p.Process.Kill()
		p.Wait()
	}
}

// serve starts the server, which proves as well where there are no workers.
func (d *drill) serve() *process {
	return d.run("serve.log", "serve", "-folder", d.folder, "-listen", d.address,
		"-http", "127.0.0.1:0", "-metrics", "", "-log", "warn",
		"-prove="+strconv.FormatBool(d.Config.Workers == 0), "-sync-every", d.SyncEvery.String())
}

func (d *drill) work() *process {
	d.started++
	return d.run(fmt.Sprintf("worker-%d.log", d.started), "worker", "-folder", d.folder)
}

// kill is the death of a worker.
type kill struct {
	when time.Time
	jobs []string // that it was proving
}

// killWorkers kills a random worker every so often, and starts another in its place.
func (d *drill) killWorkers(ctx context.Context) {
	for d.KillEvery > 0 && pause(ctx, d.KillEvery/2+rand.N(d.KillEvery)) {
		i := rand.IntN(len(d.working))
		now := time.Now()
		d.working[i].kill()
		d.kills = append(d.kills, kill{now, d.working[i].unended()})
		d.working[i] = d.work()
	}
}

// unended reads the log of a worker, and returns the jobs that it had started and not ended.
func (p *process) unended() (jobs []string) {
	content, err := os.ReadFile(p.log)
	if err != nil {
		return nil
	}
	open := map[string]bool{}
	for line := range bytes.Lines(content) {
		var said struct{ Job, Message string }
		if json.Unmarshal(line, &said) == nil && said.Job != "" {
			open[said.Job] = said.Message == "job started"
		}
	}
	for job, started := range open {
		if started {
			jobs = append(jobs, job)
		}
	}
	return jobs
}

// restartServer kills the server and starts it again, at even parts of the jobs.
func (d *drill) restartServer(ctx context.Context) {
	for d.restarts < d.Restarts {
		due := int64(d.Jobs) * int64(d.restarts+1) / int64(d.Restarts+1)
		for d.ended.Load() < due {
			if !pause(ctx, 50*time.Millisecond) {
				return
			}
		}
		d.serving.kill()
		d.serving = d.serve()
		d.restarts++
		d.Logf("the server was killed and restarted after %d jobs", d.ended.Load())
	}
}

// pause waits, and tells whether the context goes on.
func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}
