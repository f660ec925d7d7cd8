package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/gnark-accel/gnark-accel/service/internal/drill"
	"github.com/gnark-accel/gnark-accel/service/internal/example"
	"github.com/gnark-accel/gnark-accel/service/internal/logs"
	"github.com/rs/zerolog"
)

var drillCommand = command{
	name: "drill",
	does: "drill proves many jobs while it kills workers and servers, and prints how they ended.",
	examples: []string{
		"drill -jobs 300",
		"drill -jobs 10000 -workers 3 -kill-every 5s -restarts 2",
	},
	run: runDrill,
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
	constraints := c.flags.Int("constraints", 1, "the size of the circuit, at least")
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
	e, err := example.MiMC(*constraints)
	if err != nil {
		return err
	}
	report, err := drill.Run(ctx, config, e)
	if report == nil {
		return err
	}
	if err := errors.Join(err, report.Print(c.out), report.Err()); err != nil {
		return fmt.Errorf("%w; the logs are in %s", err, config.Folder)
	}
	return os.RemoveAll(config.Folder)
}
