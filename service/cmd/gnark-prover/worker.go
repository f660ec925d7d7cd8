package main

import (
	"context"

	"github.com/gnark-accel/gnark-accel/service/internal/worker"
)

func runWorker(ctx context.Context, c *call) error {
	w := worker.NewCommand(c.flags)
	if _, err := c.parse(); err != nil {
		return err
	}
	return w.Run(ctx, c.errOut)
}
