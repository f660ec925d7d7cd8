package main

import (
	"bufio"
	"bytes"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"
)

func TestInterruptDuringSetup(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot be interrupted from another one on Windows")
	}
	// A setup of this size takes many seconds, so that the interrupt comes in the middle of it.
	command := program(t, nil, "-json", "-backend", "cpu", "-constraints", "300000")
	stderr, err := command.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	var stdout bytes.Buffer
	command.Stdout = &stdout
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	defer time.AfterFunc(time.Minute, func() { _ = command.Process.Kill() }).Stop()

	var told strings.Builder
	lines := bufio.NewScanner(stderr)
	for lines.Scan() {
		told.WriteString(lines.Text() + "\n")
		if lines.Text() == "setup ..." {
			if err := command.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
		}
	}
	_ = command.Wait() // the status is checked below
	r := result{command.ProcessState.ExitCode(), stdout.String(), told.String()}
	r.wantStatus(t, exitInterrupted)
	if got := r.report(t); !strings.Contains(got.Error, "interrupted") ||
		got.Circuit.Constraints == 0 {
		t.Errorf("the report of the interrupted run is\n%s", r.stdout)
	}
	if strings.Contains(r.stderr, "goroutine ") ||
		!strings.HasSuffix(r.stderr, "circuits: setup: interrupted\n") {
		t.Errorf("standard error is\n%s", r.stderr)
	}
}
