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

	"github.com/gnark-accel/gnark-accel/service/internal/folder"
)

// process is a process of the program, which is killed rather than stopped.
type process struct {
	*exec.Cmd
	log string // a file
}

// run starts the program with its log in a file.
func (d *drill) run(log string, arguments ...string) (*process, error) {
	path := filepath.Join(d.Folder, log)
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	line := append(append([]string{}, d.Program...), arguments...)
	command := exec.Command(line[0], line[1:]...)
	command.Stderr = file
	return &process{command, path}, command.Start()
}

// kill ends the process at once, as kill -9 does.
func (p *process) kill() {
	p.Process.Kill()
	p.Wait()
}

// serve starts the server, which proves as well where there are no workers.
func (d *drill) serve() (*process, error) {
	return d.run("serve.log", "serve", "-folder", d.Folder, "-listen", d.address,
		"-http", "127.0.0.1:0", "-metrics", "", "-log", "warn",
		"-prove="+strconv.FormatBool(d.Workers == 0), "-sync-every", d.SyncEvery.String())
}

func (d *drill) work() (*process, error) {
	url := "nats://" + d.tenant.Name + ":" + d.tenant.Token + "@" + d.address
	d.started++
	return d.run(fmt.Sprintf("worker-%d.log", d.started), "worker", "-nats", url,
		"-key", filepath.Join(d.Folder, folder.KeyFile))
}

// kill is the death of a worker.
type kill struct {
	when time.Time
	jobs []string // that it was proving
}

// killWorkers kills a random worker every so often, and starts another in its place.
func (d *drill) killWorkers(ctx context.Context) {
	for d.KillEvery > 0 && pause(ctx, d.KillEvery/2+rand.N(d.KillEvery)) == nil {
		i := rand.IntN(len(d.working))
		now := time.Now()
		d.working[i].kill()
		d.kills = append(d.kills, kill{now, d.working[i].unended()})
		worker, err := d.work()
		if err != nil {
			d.Log("a worker does not start: %v", err)
			return
		}
		d.working[i] = worker
	}
}

// unended reads the log of a worker, and returns the jobs that it had started and not ended.
func (p *process) unended() []string {
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
	var jobs []string
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
			if pause(ctx, 50*time.Millisecond) != nil {
				return
			}
		}
		d.serving.kill()
		serving, err := d.serve()
		if err != nil {
			d.Log("the server does not start: %v", err)
			return
		}
		d.serving = serving
		d.restarts++
		d.Log("the server was killed and restarted after %d jobs", d.ended.Load())
	}
}

// stop kills all processes.
func (d *drill) stop() {
	for _, worker := range d.working {
		worker.kill()
	}
	if d.serving != nil {
		d.serving.kill()
	}
}
