package main

import (
	"cmp"
	"flag"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/drilltest"
	"github.com/gnark-accel/gnark-accel/service/internal/program"
	"github.com/gnark-accel/gnark-accel/service/internal/untrusted"
	"github.com/rs/zerolog"
)

// asProgram in the environment has the test binary be the program.
const asProgram = "GNARK_PROVER_TEST_AS_PROGRAM"

// TestMain lets the drill start processes of the program.
func TestMain(m *testing.M) {
	untrusted.Main()
	if os.Getenv(asProgram) != "" {
		main()
		os.Exit(0)
	}
	if os.Getenv(asAttacker) != "" {
		runAttack(os.Args[1], os.Args[2], os.Args[3])
		os.Exit(0)
	}
	if config := os.Getenv(asNode); config != "" {
		runNode(config)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// drillFlags are the flags of TestDrill: -args -drill '-jobs 10000 -workers 3'.
var drillFlags = flag.String("drill", "", "flags of the drill, in place of those of a short one")

// TestDrill kills workers and the server under some jobs, or measures as -drill says. With
// GNARK_ACCEL_LONG it has 10 000 jobs.
func TestDrill(t *testing.T) {
	t.Setenv(asProgram, "1")
	line := "-jobs 200 -at-once 20 -workers 2 -kill-every 3s -restarts 1 -sync-every 1m -inputs 20"
	if os.Getenv("GNARK_ACCEL_LONG") != "" {
		line = "-jobs 10000"
	}
	var c drilltest.Config
	flags := flag.NewFlagSet("drill", flag.ContinueOnError)
	flags.IntVar(&c.Jobs, "jobs", 300, "number of jobs")
	flags.IntVar(&c.AtOnce, "at-once", 100, "jobs that are submitted and have not ended")
	flags.IntVar(&c.Workers, "workers", 3, "number of worker processes")
	flags.DurationVar(&c.KillEvery, "kill-every", 5*time.Second,
		"mean time between two kills of a worker; 0 for none")
	flags.IntVar(&c.Restarts, "restarts", 2, "how often the server is killed and started")
	flags.DurationVar(&c.SyncEvery, "sync-every", 0, "as of serve")
	waiting := flags.Int("waiting", 0, "let this number of jobs wait, and print memory")
	throughput := flags.Int("throughput", 0,
		"prove this number of jobs by the service and by ProveStream, and print the ratio")
	circuit := flags.String("circuit", "mimc", "a circuit of examples/circuits")
	constraints := flags.Int("constraints", 1, "the size of the circuit, at least")
	inputs := flags.Int("inputs", 0,
		"prove a sum of cubes of this number of private inputs, two constraints each")
	if err := flags.Parse(strings.Fields(cmp.Or(*drillFlags, line))); err != nil {
		t.Fatal(err)
	}
	var e *drilltest.Example
	if *inputs > 0 {
		e = drilltest.Cubes(t, *inputs)
	} else {
		e = drilltest.NewExample(t, *circuit, *constraints)
	}
	program.Log(t.Output(), zerolog.WarnLevel) // gnark's lines too
	switch {
	case *waiting > 0:
		c.Jobs = *waiting
		drilltest.Wait(t, c, e)
	case *throughput > 0:
		c.Jobs, c.Workers = *throughput, 0
		drilltest.Compare(t, c, e)
	default:
		drilltest.Run(t, c, e)
	}
}
