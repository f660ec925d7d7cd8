package client

import (
	"context"

	"github.com/gnark-accel/gnark-accel/service/internal/jobs"
)

// Line says how many jobs of a circuit and a priority wait, and how many are in workers' hands.
type Line = jobs.Line

// Lines lists the lines in which jobs of the tenant wait or run.
func (c *Client) Lines(ctx context.Context) ([]Line, error) { return c.queue.Lines(ctx) }
