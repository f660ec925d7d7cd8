package main

import (
	"context"
	"fmt"

	"github.com/gnark-accel/gnark-accel/service/internal/worker"
)

var workerCommand = command{
	name: "worker",
	does: "joins a fleet, pulls jobs from NATS and proves them on this machine.",
	examples: []string{
		"worker -folder /tmp/prover -devices 1",
		"worker -nats nats://default:TOKEN@10.0.0.1:4222 -key service.key",
	},
	run: func(ctx context.Context, c *call) error {
		w := worker.NewCommand(c.flags)
		if _, err := c.parse(); err != nil {
			return err
		}
		return w.Run(ctx, c.errOut)
	},
}

var drainCommand = command{
	name: "drain",
	does: "has a worker take no more jobs and end when its jobs are done.",
	examples: []string{
		"drain -folder /tmp/prover gpu1-X7Q2Z9",
		"drain -nats nats://acme:TOKEN@10.0.0.1:4222 -key acme.key gpu1-X7Q2Z9",
	},
	run: runDrain,
}

func runDrain(ctx context.Context, c *call) error {
	prover, arguments, err := c.client(ctx, "WORKER")
	if err != nil {
		return err
	}
	defer prover.Close()
	if err := prover.Drain(ctx, arguments[0]); err != nil {
		return err
	}
	fmt.Fprintln(c.out, arguments[0], "drains")
	return nil
}
