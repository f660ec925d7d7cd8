package main

import (
	"bytes"
	"errors"
	"flag"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/interrupt"
)

// stopTime is the longest that a start may take to end.
const stopTime = 2 * time.Second

// moments is how many starts TestStopAtStart stops.
var moments = flag.Int("moments", 8, "starts of serve that a signal stops")

// program returns a process of this program, which has not started.
func program(t *testing.T, arguments ...string) (*exec.Cmd, *bytes.Buffer) {
	var errOut bytes.Buffer
	p := exec.CommandContext(t.Context(), os.Args[0], arguments...)
	p.Env, p.Stderr = append(os.Environ(), asProgram+"=1"), &errOut
	return p, &errOut
}

// TestTakenPorts starts services at ports that another listens at. Each says which.
func TestTakenPorts(t *testing.T) {
	other, err := net.Listen("tcp", anyPort)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	for _, flag := range []string{"-listen", "-http", "-metrics"} {
		ports := map[string]string{"-listen": anyPort, "-http": anyPort, "-metrics": anyPort}
		ports[flag] = other.Addr().String()
		line := []string{"serve", "-folder", filepath.Join(t.TempDir(), "data")}
		for name, value := range ports {
			line = append(line, name, value)
		}
		begin := time.Now()
		_, err := commanded(t, line...)
		if took := time.Since(begin); took > stopTime {
			t.Errorf("%s: it takes %s", flag, took)
		}
		if err == nil || !errors.Is(err, syscall.EADDRINUSE) ||
			!strings.Contains(err.Error(), ports[flag]) {
			t.Errorf("%s: %v", flag, err)
		}
	}
}

// TestStopAtStart stops services at random moments of their start, with circuits to load. Those
// that do not serve yet say so.
func TestStopAtStart(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	serveAt(t, data, anyPort, "-example").stop()
	line := []string{"serve", "-folder", data, "-listen", anyPort, "-http", anyPort, "-metrics", "",
		"-log", "warn", "-circuits", "example"}
	var longest time.Duration
	early := 0
	for range *moments {
		p, errOut := program(t, line...)
		after := rand.N(time.Second)
		took, err := stopAfter(p, after)
		longest = max(longest, took)
		said := strings.Contains(errOut.String(), interrupt.ErrStopped.Error())
		switch {
		case took > stopTime:
			t.Errorf("it takes %s after %s\n%s", took, after, errOut)
		case err != nil && !said && errOut.Len() > 0:
			t.Errorf("after %s: %v\n%s", after, err, errOut)
		case err != nil:
			early++
		}
	}
	t.Logf("\nstarts stopped            %d\nbefore the service served %d\n"+
		"longest time to the end   %s",
		*moments, early, longest.Round(time.Millisecond))
}

// stopAfter starts a process and sends a signal after some time. It returns how long the process
// took to end then.
func stopAfter(p *exec.Cmd, after time.Duration) (time.Duration, error) {
	if err := p.Start(); err != nil {
		return 0, err
	}
	time.Sleep(after)
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	begin := time.Now()
	p.Process.Signal(signals[rand.N(len(signals))])
	killed := time.AfterFunc(10*stopTime, func() { p.Process.Kill() })
	defer killed.Stop()
	err := p.Wait()
	return time.Since(begin), err
}
