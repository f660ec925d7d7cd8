package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/folder"
	"github.com/gnark-accel/gnark-accel/service/internal/servicetest"
	"github.com/nats-io/nats.go"
)

// killed is a service that is killed and started again.
type killed struct {
	*testing.T
	folder, address string
	process         *exec.Cmd
	calls           atomic.Int64
}

func (k *killed) start(more ...string) {
	k.process, _ = process(k.T, append([]string{"serve", "-folder", k.folder, "-listen", k.address,
		"-http", anyPort, "-metrics", "", "-sync-every", "1m", "-log", "fatal"}, more...)...)
	if err := k.process.Start(); err != nil {
		k.Fatal(err)
	}
}

// submit submits jobs until the context ends. Each call has half a minute.
func (k *killed) submit(ctx context.Context, c *client.Client, full []byte) {
	for i := 0; ctx.Err() == nil; i++ {
		timed, cancel := context.WithTimeout(k.Context(), 30*time.Second)
		_, err := c.SubmitBytes(timed, "example", full, client.WithKey(fmt.Sprint(rand.Int())))
		cancel()
		if err != nil {
			k.Error(err)
		}
		k.calls.Add(1)
	}
}

// command runs the command submit, which connects first.
func (k *killed) command() {
	_, err := commanded(k.T, "submit", "-folder", k.folder, "-circuit", "example", "-wait=false",
		"-job-key", fmt.Sprint(rand.Int()), filepath.Join(k.folder, "example.witness"))
	if err != nil && !errors.Is(err, nats.ErrNoServers) { // the call had not begun
		k.Error(err)
	}
}

// kills is how often TestKilledServer kills the server.
var kills = flag.Int("kills", 0, "times that the server is killed; 0 for a few")

// TestKilledServer kills the server again and again while clients submit jobs. It is back at once,
// and no call fails.
func TestKilledServer(t *testing.T) {
	n := cmp.Or(*kills, 5)
	t.Setenv(asProgram, "1")
	k := &killed{T: t, folder: filepath.Join(t.TempDir(), "data"),
		address: servicetest.FreeAddress(t)}
	k.start("-example")
	var full []byte
	servicetest.Eventually(t, func() (written bool) {
		found, err := os.ReadFile(filepath.Join(k.folder, "example.witness"))
		full = found
		return err == nil && len(full) > 0
	})
	tenants, err := folder.ReadTenants(k.folder)
	if err != nil {
		t.Fatal(err)
	}
	c, err := client.Connect("nats://"+strings.Join([]string{tenants[0].Name, tenants[0].Token},
		":")+"@"+k.address, client.WithKeyFile(filepath.Join(k.folder, folder.KeyFile)))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	servicetest.Eventually(t, func() bool {
		_, err := c.Find(t.Context(), "example")
		return err == nil
	})
	ctx, stop := context.WithCancel(t.Context())
	var calling sync.WaitGroup
	for range 3 {
		calling.Go(func() { k.submit(ctx, c, full) })
	}
	for range n {
		before := k.calls.Load()
		servicetest.Eventually(t, func() bool { return k.calls.Load() > before+6 })
		calling.Go(k.command)
		time.Sleep(rand.N(30 * time.Millisecond))
		k.process.Process.Kill()
		k.process.Wait()
		k.start("-prove=false")
	}
	stop()
	calling.Wait()
	t.Logf("%d calls, %d kills", k.calls.Load(), n)
	k.process.Process.Kill()
	k.process.Wait()
}
