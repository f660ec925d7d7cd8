package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/drill"
	"github.com/gnark-accel/gnark-accel/service/internal/example"
	"github.com/gnark-accel/gnark-accel/service/internal/logs"
	"github.com/rs/zerolog"
)

var drillCommand = command{
	name: "drill",
	does: "drill proves many jobs while it kills workers and servers, or measures the service.",
	examples: []string{
		"drill -jobs 10000 -workers 3 -kill-every 5s -restarts 2",
		"drill -waiting 100000 -sync-every 1m",
		"drill -latency 200",
		"drill -throughput 60 -constraints 262144",
		"drill -throughput 60 -inputs 131072 -at-once 16",
	},
	run: runDrill,
}

// report is what a drill prints.
type report interface {
	Print(io.Writer) error
	// Err returns nil if the service has done as it should.
	Err() error
}

func runDrill(ctx context.Context, c *call) error {
	config := drill.Config{Log: func(format string, v ...any) {
		fmt.Fprintf(c.errOut, format+"\n", v...)
	}}
	c.flags.IntVar(&config.Jobs, "jobs", 300, "number of jobs")
	c.flags.IntVar(&config.AtOnce, "at-once", 100, "jobs that are submitted and have not ended")
	c.flags.IntVar(&config.Workers, "workers", 3, "number of worker processes")
	c.flags.DurationVar(&config.KillEvery, "kill-every", 5*time.Second,
		"mean time between two kills of a worker; 0 for none")
	c.flags.IntVar(&config.Restarts, "restarts", 2, "how often the server is killed and started")
	c.flags.DurationVar(&config.SyncEvery, "sync-every", 0, "as of serve")
	waiting := c.flags.Int("waiting", 0, "let this number of jobs wait, and print memory")
	latency := c.flags.Int("latency", 0, "prove this number of jobs in turn, and print times")
	throughput := c.flags.Int("throughput", 0,
		"prove this number of jobs by the service and by ProveStream, and print the ratio")
	circuit := c.flags.String("circuit", "mimc", "a circuit of examples/circuits")
	constraints := c.flags.Int("constraints", 1, "the size of the circuit, at least")
	inputs := c.flags.Int("inputs", 0,
		"prove a sum of cubes of this number of private inputs, two constraints each")
	if _, err := c.parse(); err != nil {
		return err
	}
	program, err := os.Executable()
	if err != nil {
		return err
	}
	config.Program = []string{program}
	if config.Folder, err = os.MkdirTemp("", "gnark-prover-drill-"); err != nil {
		return err
	}
	logs.New(c.errOut, zerolog.WarnLevel) // gnark's lines too
	made := func() (*example.Example, error) { return example.New(*circuit, *constraints) }
	if *inputs > 0 {
		made = func() (*example.Example, error) { return example.Cubes(*inputs) }
	}
	e, err := made()
	if err != nil {
		return err
	}
	var printed report
	switch {
	case *waiting > 0:
		config.Jobs = *waiting
		printed, err = drill.Wait(ctx, config, e)
	case *latency > 0:
		config.Jobs, config.Workers = *latency, 0
		printed, err = drill.Time(ctx, config, e)
	case *throughput > 0:
		config.Jobs, config.Workers = *throughput, 0
		printed, err = drill.Compare(ctx, config, e)
	default:
		printed, err = drill.Run(ctx, config, e)
	}
	if err == nil {
		err = errors.Join(printed.Print(c.out), printed.Err())
	}
	if err != nil {
		return fmt.Errorf("%w; the logs are in %s", err, config.Folder)
	}
	return os.RemoveAll(config.Folder)
}
