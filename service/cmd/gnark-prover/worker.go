package main

import (
	"context"

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
