package main

import (
	"context"

	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/worker"
)

func runWorker(ctx context.Context, c *call) error {
	w := worker.NewCommand(c.flags)
	if _, err := c.parse(); err != nil {
		return err
	}
	return w.Run(ctx, c.errOut)
}

func printState(ctx context.Context, c *call, prover *client.Client) error {
	lines, err := prover.Lines(ctx)
	if err != nil {
		return err
	}
	workers, err := prover.Workers(ctx)
	if err != nil {
		return err
	}
	for i := range workers {
		workers[i].Ability.Hints = nil // a hundred numbers
	}
	return printJSON(c, struct {
		Queue   []client.Line   `json:"queue"`
		Workers []client.Worker `json:"workers"`
	}{lines, workers})
}
