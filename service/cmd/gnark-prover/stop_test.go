package main

import (
	"bytes"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// process returns a process of this program, which has not started.
func process(t *testing.T, arguments ...string) (*exec.Cmd, *bytes.Buffer) {
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
