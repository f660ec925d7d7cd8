package main

import (
	"context"

	"github.com/gnark-accel/gnark-accel/service/client"
)

func runJobs(ctx context.Context, c *call) error {
	var of client.Filter
	c.flags.StringVar((*string)(&of.State), "state", "",
		"queued, running, done, failed or cancelled; empty for all")
	c.flags.StringVar(&of.Circuit, "circuit", "", "a name of their circuit, or its digest")
	c.flags.StringVar(&of.After, "after", "", "the last job of the page before")
	c.flags.IntVar(&of.Limit, "limit", 0, "jobs of a page; 0 for 100")
	prover, _, err := c.client(ctx)
	if err != nil {
		return err
	}
	defer prover.Close()
	page, err := prover.Jobs(ctx, of)
	if err != nil {
		return err
	}
	return printJSON(c, page)
}
