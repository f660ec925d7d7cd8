package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// asProgram, set to 1 in its environment, makes the test binary run as the program. Tests use it
// that need another environment or a process to interrupt.
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
	status := run(context.Background(), args, &stdout, &stderr)
	return result{status, stdout.String(), stderr.String()}
}

// program returns the program as a command with additional environment variables.
func program(t *testing.T, environment []string, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(self, args...)
	command.Env = append(append(os.Environ(), asProgram+"=1"), environment...)
	return command
}

// runThere runs the program in a process of its own.
func runThere(t *testing.T, environment []string, args ...string) result {
	t.Helper()
	var stdout, stderr bytes.Buffer
	command := program(t, environment, args...)
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

// report decodes standard output, which must be one JSON object without unknown fields and nothing
// else.
func (r result) report(t *testing.T) report {
	t.Helper()
	var decoded report
	decodeOne(t, r.stdout, &decoded)
	return decoded
}

func decodeOne(t *testing.T, text string, into any) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		t.Fatalf("%v in:\n%s", err, text)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		t.Fatalf("more than one JSON object:\n%s", text)
	}
}

// wantVerified checks the report of a run in which all went well.
func (r result) wantVerified(t *testing.T, proofs int) report {
	t.Helper()
	r.wantStatus(t, exitVerified)
	got := r.report(t)
	if got.Verified != proofs || got.Proofs != proofs || got.Error != "" {
		t.Errorf("%d of %d proofs verified, want %d; error %q", got.Verified, got.Proofs, proofs,
			got.Error)
	}
	return got
}

// wantNoDevice checks a machine without a usable device, which the environment describes. With
// -backend cuda it wants an error that says why. Otherwise it wants a verified proof on the CPU and
// one line that says why.
func wantNoDevice(t *testing.T, environment []string, state, why string) {
	t.Helper()
	strict := runThere(t, environment, "-json", "-backend", "cuda", "-constraints", "1000")
	strict.wantStatus(t, exitFailed)
	got := strict.report(t)
	if !strings.Contains(got.Error, why) || got.Device.State != state || got.Proofs != 0 {
		t.Errorf("-backend cuda: state %q, %d proofs, error %q; want %q, %q", got.Device.State,
			got.Proofs, got.Error, state, why)
	}
	wantOneLine(t, strict.stderr, why)

	auto := runThere(t, environment, "-json", "-constraints", "1000", "-proofs", "1")
	got = auto.wantVerified(t, 1)
	if got.Device.Acceleration != "none" || got.Device.State != state ||
		!strings.Contains(got.Device.Reason, why) {
		t.Errorf("-backend auto: device %+v, want state %q because %q", got.Device, state, why)
	}
	wantOneLine(t, auto.stderr, why)
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
