package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// asProgram, set to 1 in its environment, makes the test binary run as the program. Tests that need
// another environment use it.
const asProgram = "CIRCUITS_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) == "1" {
		main()
	}
	os.Exit(m.Run())
}

// result is the status and the output of a run of the program.
type result struct {
	status         int
	stdout, stderr string
}

// runHere runs the program within the test's process.
func runHere(t *testing.T, args ...string) result {
	t.Helper()
	var stdout, stderr bytes.Buffer
	status := run(args, &stdout, &stderr)
	return result{status, stdout.String(), stderr.String()}
}

// runThere runs the program in a process of its own, with additional environment variables.
func runThere(t *testing.T, environment []string, args ...string) result {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	command := exec.Command(self, args...)
	command.Env = append(append(os.Environ(), asProgram+"=1"), environment...)
	command.Stdout, command.Stderr = &stdout, &stderr
	var exit *exec.ExitError
	if err := command.Run(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return result{command.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}

// wantStatus fails the test, showing everything, unless the program exited as expected.
func (r result) wantStatus(t *testing.T, want int) {
	t.Helper()
	if r.status != want {
		t.Fatalf("exit status %d, want %d\nstdout:\n%s\nstderr:\n%s", r.status, want, r.stdout,
			r.stderr)
	}
}

// wantNoDevice checks a machine without a usable device, which the environment describes. With
// -backend cuda it wants an error that says why. Otherwise it wants a verified proof on the CPU,
// and the reason.
func wantNoDevice(t *testing.T, environment []string, why string) {
	t.Helper()
	strict := runThere(t, environment, "-backend", "cuda", "-constraints", "1000")
	strict.wantStatus(t, exitFailed)
	if strict.stdout != "" {
		t.Errorf("-backend cuda prints\n%s", strict.stdout)
	}
	wantOneLine(t, strict.stderr, why)

	auto := runThere(t, environment, "-constraints", "1000", "-proofs", "1")
	auto.wantRows(t, "verified +1/1", "device +CPU, GOMAXPROCS", "because +.*"+why)
}

// wantRows checks that a run was successful, and that rows of its table match patterns.
func (r result) wantRows(t *testing.T, patterns ...string) {
	t.Helper()
	r.wantStatus(t, exitVerified)
	for _, pattern := range patterns {
		if !regexp.MustCompile("(?m)^" + pattern).MatchString(r.stdout) {
			t.Errorf("the table has no row %q:\n%s", pattern, r.stdout)
		}
	}
}

// wantOneLine checks that exactly one line of the text says why.
func wantOneLine(t *testing.T, text, why string) {
	t.Helper()
	n := 0
	for line := range strings.Lines(text) {
		if strings.Contains(line, why) {
			n++
		}
	}
	if n != 1 {
		t.Errorf("%d lines say %q, want one:\n%s", n, why, text)
	}
}
