package main

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"
)

// asProgram in the environment has the test binary be the program.
const asProgram = "GNARK_PROVER_TEST_AS_PROGRAM"

// TestMain lets the drill start processes of the program.
func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		if err := run(context.Background(), os.Args[1:], os.Stdout, os.Stderr); err != nil {
			os.Stderr.WriteString(err.Error() + "\n")
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// TestDrill kills workers and the server under some jobs. With GNARK_ACCEL_LONG it has 10 000.
func TestDrill(t *testing.T) {
	t.Setenv(asProgram, "1")
	line := "drill -jobs 200 -at-once 20 -workers 2 -kill-every 3s -restarts 1 -sync-every 1m"
	if os.Getenv("GNARK_ACCEL_LONG") != "" {
		line = "drill -jobs 10000"
	}
	var out, errOut bytes.Buffer
	if err := run(t.Context(), strings.Fields(line), &out, &errOut); err != nil {
		t.Fatalf("%v\n%s%s", err, &out, &errOut)
	}
	t.Logf("\n%s", &out)
}
