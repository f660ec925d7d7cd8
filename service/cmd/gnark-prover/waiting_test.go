package main

import (
	"bufio"
	"context"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gnark-accel/gnark-accel/service/internal/servicetest"
)

// serving is a serve under way, with the addresses that it has printed.
type serving struct {
	nats, http, curl string
	log              *servicetest.Log
	stop             func() // waits until it has ended
}

// serveAt runs serve on a folder and an address of NATS until stop is called.
func serveAt(t *testing.T, data, address string, more ...string) (s serving) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	from, to := io.Pipe()
	s.log = new(servicetest.Log)
	ended := make(chan error, 1)
	go func() {
		err := run(ctx, append([]string{"serve", "-folder", data, "-listen", address, "-http",
			anyPort, "-metrics", "", "-sync-every", "1m", "-log", "warn"}, more...), to, s.log)
		to.Close()
		ended <- err
	}()
	s.stop = func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err, s.log)
		}
	}
	last := "page"
	if slices.Contains(more, "-example") {
		last = "curl"
	}
	for printed := bufio.NewScanner(from); printed.Scan(); { // until it serves
		words := strings.Fields(printed.Text())
		switch words[0] {
		case "NATS":
			s.nats = words[1]
		case "HTTP":
			s.http = words[1]
		case "curl":
			s.curl = printed.Text()
		}
		if words[0] == last {
			return s
		}
	}
	s.stop()
	t.Fatal("serve ends")
	return s
}

// TestWaitingClient has the server die while a command waits for a proof. The command says so, and
// has the proof when the server is back with a worker.
func TestWaitingClient(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	address := servicetest.FreeAddress(t)
	s := serveAt(t, data, address, "-example")
	submit := []string{"submit", "-folder", data, "-circuit", "example",
		"-job-key", "1", filepath.Join(data, "example.witness")}
	if _, err := commanded(t, submit...); err != nil {
		t.Fatal(err)
	}
	s.stop()
	s = serveAt(t, data, address, "-prove=false")

	var out, errOut servicetest.Log
	ended := make(chan error, 1)
	go func() {
		submit[6] = "2"
		ended <- run(t.Context(), submit, &out, &errOut)
	}()
	servicetest.Eventually(t, func() bool {
		printed, err := commanded(t, "status", "-folder", data)
		return err == nil && strings.Contains(printed, `"waiting": 1`)
	})
	s.stop()
	servicetest.Eventually(t, func() bool {
		return strings.Contains(errOut.String(), "connection lost")
	})
	defer serveAt(t, data, address).stop()
	if err := <-ended; err != nil || !strings.Contains(out.String(), `"state": "done"`) {
		t.Errorf("%v\n%s%s", err, &out, &errOut)
	}
	if !strings.Contains(errOut.String(), "connected again") {
		t.Errorf("it says %s", &errOut)
	}
}
