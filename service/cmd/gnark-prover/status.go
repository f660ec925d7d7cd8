package main

import (
	"context"

	"github.com/gnark-accel/gnark-accel/service/client"
)

func runStatus(ctx context.Context, c *call) error {
	id := c.flags.String("job", "", "the identifier of a job")
	cancel := c.flags.Bool("cancel", false, "cancel the job")
	prover, _, err := c.client(ctx)
	if err != nil {
		return err
	}
	defer prover.Close()
	if *id == "" {
		return printState(ctx, c, prover)
	}
	if *cancel {
		if err := prover.Cancel(ctx, *id); err != nil {
			return err
		}
	}
	job, err := prover.Job(ctx, *id)
	if err != nil {
		return err
	}
	return printJSON(c, job.Record)
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
