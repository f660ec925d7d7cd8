//go:build unix

package main

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/folder"
	"github.com/gnark-accel/gnark-accel/service/internal/secrets"
	"github.com/gnark-accel/gnark-accel/service/internal/servicetest"
)

// yard has services for commands to meet.
type yard struct {
	*testing.T
	busy, idle, later site
	deaf              site // a listener that never answers
	idling            *begun
}

// site is a folder with an example, and the address of the service on it.
type site struct{ folder, address string }

// begun is a command that runs, with its error output. What is left after it is cleaned up.
type begun struct {
	*exec.Cmd
	said  *bytes.Buffer
	after []func()
}

// newYard starts a busy service, and an idle one without a worker, until the test ends. A third
// folder has two tenants, and no service.
func newYard(t *testing.T) *yard {
	y := &yard{T: t}
	for _, at := range []*site{&y.busy, &y.idle, &y.later} {
		*at = site{filepath.Join(t.TempDir(), "data"), servicetest.FreeAddress(t)}
		tenants := `[{"name":"a","token":"0123456789abcdef"}]`
		if at == &y.later {
			tenants = `[{"name":"a","token":"0123456789abcdef"},
				{"name":"b","token":"fedcba9876543210"}]`
		}
		path := filepath.Join(at.folder, folder.TenantsFile)
		if err := secrets.WritePrivate(path, []byte(tenants)); err != nil {
			t.Fatal(err)
		}
		serveAt(t, at.folder, at.address, "-example").stop()
	}
	listener, err := net.Listen("tcp", anyPort)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	y.deaf = site{y.busy.folder, listener.Addr().String()}
	busy := y.serve(y.busy)
	t.Cleanup(busy.kill)
	y.idling = y.serve(y.idle, "-prove=false")
	t.Cleanup(func() { y.idling.kill() })
	stop := y.feed(y.busy)
	t.Cleanup(stop)
	y.connect(y.idle).Close()
	return y
}

// run starts a command.
func (y *yard) run(arguments ...string) *begun {
	p, said := process(y.T, arguments...)
	if err := p.Start(); err != nil {
		y.Fatal(err)
	}
	return &begun{Cmd: p, said: said}
}

func (b *begun) kill() {
	b.Process.Kill()
	b.Wait()
}

func (y *yard) serve(at site, more ...string) *begun {
	return y.run(append([]string{"serve", "-folder", at.folder, "-listen", at.address, "-http",
		anyPort, "-metrics", "", "-sync-every", "1m", "-log", "warn"}, more...)...)
}

// url is where tenant a connects.
func (at site) url() string { return "nats://a:0123456789abcdef@" + at.address }

// ends are the flags of a client or a worker.
func (at site) ends() []string {
	return []string{"-nats", at.url(), "-key", filepath.Join(at.folder, folder.KeyFile)}
}

// connect connects to a service, once that answers.
func (y *yard) connect(at site) (c *client.Client) {
	key := client.WithKeyFile(filepath.Join(at.folder, folder.KeyFile))
	servicetest.Eventually(y, func() (answers bool) {
		found, err := client.Connect(at.url(), key)
		c = found
		return err == nil
	})
	return c
}

// feed has some jobs wait or run at a service, until stop is called.
func (y *yard) feed(at site) (stop func()) {
	full, err := os.ReadFile(filepath.Join(at.folder, "example.witness"))
	if err != nil {
		y.Fatal(err)
	}
	c := y.connect(at)
	ctx, cancel := context.WithCancel(context.Background())
	for range 6 {
		go func() {
			for ctx.Err() == nil {
				job, err := c.SubmitBytes(ctx, "example", full,
					client.WithKey(fmt.Sprint(rand.Int())))
				if err == nil {
					job.End(ctx)
				}
			}
		}()
	}
	return func() { cancel(); c.Close() }
}
