//go:build unix

package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/interrupt"
	"github.com/gnark-accel/gnark-accel/service/internal/servicetest"
)

// stopTime is the longest from a signal to the end of a command, where -moments asks for many. Else
// it is busyStop, since the machine may be busy.
const stopTime, busyStop = 2 * time.Second, 20 * time.Second

// moments is how many commands of each kind TestSignals stops.
var moments = flag.Int("moments", 0, "moments of each command that a signal ends; 0 for a few")

// scenes are commands at some moments, which last up to a time.
var scenes = []struct {
	command, moment string
	longest         time.Duration
	begin           func(*yard) *begun
}{
	{"serve", "first start", time.Second, (*yard).firstStart},
	{"serve", "later start", time.Second, (*yard).laterStart},
	{"serve", "work, with clients", 2 * time.Second, (*yard).work},
	{"worker", "start and work", 2 * time.Second, (*yard).worker},
	{"worker", "wait for jobs", 2 * time.Second, (*yard).idleWorker},
	{"worker", "wait for a server", 2 * time.Second, (*yard).deafWorker},
	{"worker", "its server died", time.Second, (*yard).leftWorker},
	{"worker", "its server is silent", time.Second, (*yard).ignoredWorker},
	{"submit", "start and work", time.Second, (*yard).submit},
	{"submit", "wait for a worker", 2 * time.Second, (*yard).idleSubmit},
	{"submit", "wait for a server", 2 * time.Second, (*yard).deafSubmit},
	{"submit", "its server died", time.Second, (*yard).leftSubmit},
	{"submit", "its server is silent", time.Second, (*yard).ignoredSubmit},
	{"submit", "wait for the witness", 3 * time.Second, (*yard).unfedSubmit},
}

// TestSignals has SIGTERM or SIGINT come at random moments of the start, the work and the waits of
// commands. Each ends at once, or with its proof.
func TestSignals(t *testing.T) {
	t.Parallel() // it waits, mostly
	n, limit, part := *moments, stopTime, time.Duration(1)
	if n == 0 {
		n, limit = 8, busyStop
		if testing.Short() {
			n, part = 1, 4 // of each scene, and of its time
		}
	}
	y := newYard(t)
	each := map[string]int{}
	for _, s := range scenes {
		each[s.command]++
	}
	t.Logf("%-9s %-22s %7s %12s", "command", "moment", "signals", "longest")
	for _, s := range scenes {
		var longest time.Duration
		times := (n + each[s.command] - 1) / each[s.command]
		for range times {
			p := s.begin(y)
			after := rand.N(s.longest / part)
			took := p.stop(after)
			longest = max(longest, took)
			if took > limit || !p.stopped() {
				t.Errorf("%s, %s: it takes %s after %s\n%s", s.command, s.moment, took, after,
					p.said)
			}
		}
		t.Logf("%-9s %-22s %7d %12s", s.command, s.moment, times,
			longest.Round(time.Millisecond))
	}
}

// stopped reports whether a command has ended well, or says nothing but that it was stopped.
func (b *begun) stopped() bool {
	said := b.said.String()
	return b.ProcessState.Success() || said == "" ||
		strings.Contains(said, interrupt.ErrStopped.Error()) ||
		strings.Contains(said, "signal received") ||
		strings.Contains(said, context.Canceled.Error())
}

// stop sends a signal after some time. It returns how long the command took to end then.
func (b *begun) stop(after time.Duration) time.Duration {
	time.Sleep(after)
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	begin := time.Now()
	b.Process.Signal(signals[rand.N(len(signals))])
	killed := time.AfterFunc(3*busyStop, func() { b.Process.Kill() })
	defer killed.Stop()
	b.Wait()
	took := time.Since(begin)
	for _, clean := range b.after {
		clean()
	}
	return took
}

func (y *yard) firstStart() *begun {
	return y.serve(site{filepath.Join(y.TempDir(), "data"), anyPort}, "-example")
}

func (y *yard) laterStart() *begun { return y.serve(y.later, "-circuits", "example") }

// work has a service prove. Connections of HTTP are idle, in the middle of a header, and in that of
// a body.
func (y *yard) work() *begun {
	at := servicetest.FreeAddress(y)
	p := y.serve(y.later, "-http", at)
	p.after = append(p.after, y.feed(y.later))
	for _, text := range []string{
		"", "POST /v1/jobs?circuit=example HTTP/1.1\r\nHost: x\r\n",
		"POST /v1/jobs?circuit=example HTTP/1.1\r\nHost: x\r\n" +
			"Authorization: Bearer 0123456789abcdef\r\nContent-Length: 76\r\n\r\nab",
		"POST /v1/circuits HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n" +
			"Authorization: Bearer 0123456789abcdef\r\n" +
			"Content-Type: multipart/form-data; boundary=x\r\n\r\n3\r\n--x\r\n",
	} {
		var conn net.Conn
		servicetest.Eventually(y, func() (connected bool) {
			found, err := net.Dial("tcp", at)
			conn = found
			return err == nil
		})
		fmt.Fprint(conn, text)
		p.after = append(p.after, func() { conn.Close() })
	}
	return p
}

func (y *yard) workerAt(at site) *begun {
	return y.run(append([]string{"worker", "-log", "warn"}, at.ends()...)...)
}

func (y *yard) worker() *begun     { return y.workerAt(y.busy) }
func (y *yard) idleWorker() *begun { return y.workerAt(y.idle) }
func (y *yard) deafWorker() *begun { return y.workerAt(y.deaf) }

func (y *yard) submitAt(at site, more ...string) *begun {
	line := append([]string{"submit", "-circuit", "example", "-job-key", fmt.Sprint(rand.Int())},
		at.ends()...)
	line = append(line, more...)
	return y.run(append(line, filepath.Join(y.busy.folder, "example.witness"))...)
}

func (y *yard) submit() *begun     { return y.submitAt(y.busy) }
func (y *yard) idleSubmit() *begun { return y.submitAt(y.idle, "-deadline", "1m") }
func (y *yard) deafSubmit() *begun { return y.submitAt(y.deaf) }

// unfedSubmit waits for the bytes of the witness.
func (y *yard) unfedSubmit() *begun {
	path := filepath.Join(y.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		y.Fatal(err)
	}
	return y.run(append([]string{"submit", "-circuit", "example"}, append(y.busy.ends(),
		path)...)...)
}

// known waits until the idle service knows a worker: one that finds no service ends.
func (y *yard) known(worker *begun) *begun {
	c := y.connect(y.idle)
	defer c.Close()
	servicetest.Eventually(y, func() bool {
		all, _ := c.Workers(y.Context())
		return slices.ContainsFunc(all, func(w client.Worker) bool {
			return w.PID == worker.Process.Pid
		})
	})
	return worker
}

// leave has the idle service die while a command and its jobs are under way. It is back after the
// command.
func (y *yard) leave(p *begun, stop func()) *begun {
	time.Sleep(time.Second/2 + rand.N(time.Second))
	y.idling.kill()
	p.after = append(p.after, stop, func() {
		y.idling = y.serve(y.idle, "-prove=false")
		y.connect(y.idle).Close()
	})
	return p
}

func (y *yard) leftWorker() *begun {
	stop := y.feed(y.idle)
	return y.leave(y.known(y.idleWorker()), stop)
}

func (y *yard) leftSubmit() *begun { return y.leave(y.idleSubmit(), func() {}) }

// ignore is leave where the service does not die, but answers nobody.
func (y *yard) ignore(p *begun, stop func()) *begun {
	time.Sleep(time.Second/2 + rand.N(time.Second))
	y.idling.Process.Signal(syscall.SIGSTOP)
	p.after = append(p.after, func() { y.idling.Process.Signal(syscall.SIGCONT) }, stop)
	return p
}

func (y *yard) ignoredWorker() *begun {
	stop := y.feed(y.idle)
	return y.ignore(y.known(y.idleWorker()), stop)
}

func (y *yard) ignoredSubmit() *begun { return y.ignore(y.idleSubmit(), func() {}) }
