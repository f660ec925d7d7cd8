package main

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/natsflags"
)

// client parses the flags, natsflags among them, and connects as the tenant that they name. It says
// when the connection is lost, and when it is back. It returns the other arguments too, one for
// each name.
func (c *call) client(
	ctx context.Context, names ...string,
) (*client.Client, []string, error) {
	where := natsflags.New(c.flags)
	arguments, err := c.parse(names...)
	if err != nil {
		return nil, nil, err
	}
	where.Tell = func(line string) { fmt.Fprintln(c.errOut, line) }
	queue, err := where.DialOne(ctx)
	if err != nil {
		return nil, nil, err
	}
	return (*client.Client)(queue.Handle()), arguments, nil
}

func printJSON(c *call, value any) error {
	encoder := json.NewEncoder(c.out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}
