package drilltest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"
)

// process is a process of the program, which is killed rather than stopped.
type process struct{ *exec.Cmd }

// run starts the program with its log in a file. One that does not start proves nothing, and fails
// the test.
func (d *drill) run(log string, arguments ...string) *process {
	p := &process{exec.Command(os.Args[0], arguments...)}
	log = filepath.Join(d.folder, log)
	file, err := os.OpenFile(log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
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

// killWorkers kills a random worker every so often, and starts another in its place.
func (d *drill) killWorkers(ctx context.Context) {
	for d.KillEvery > 0 && pause(ctx, d.KillEvery/2+rand.N(d.KillEvery)) {
		i := rand.IntN(len(d.working))
		d.working[i].kill()
		d.kills++
		d.working[i] = d.work()
	}
}

// restartServer kills the server and starts it again, at even parts of the jobs.
func (d *drill) restartServer(ctx context.Context) {
	for d.restarts < d.Restarts {
		due := int64(d.Config.Jobs) * int64(d.restarts+1) / int64(d.Restarts+1)
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
