package main

import (
	"context"
	"fmt"
)

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
