package main

import (
	"context"
	"fmt"
)

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
