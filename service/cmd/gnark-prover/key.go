package main

import (
	"context"
	"fmt"

	"github.com/gnark-accel/gnark-accel/service/internal/secrets"
)

var keyCommand = command{
	name: "key",
	does: "key writes the key of one tenant, for that tenant's clients.",
	examples: []string{
		"key -key service.key -tenant acme acme.key",
		"key -key service.key -tenant default default.key",
	},
	run: runKey,
}

func runKey(_ context.Context, c *call) error {
	service := c.flags.String("key", "", "file with the service's key")
	tenant := c.flags.String("tenant", "", "the tenant: the name of its account of NATS")
	arguments, err := c.parse("FILE")
	if err != nil {
		return err
	}
	ring, err := secrets.Read(*service)
	if err != nil {
		return err
	}
	only, err := ring.Only(*tenant)
	if err != nil {
		return err
	}
	if err := only.Write(arguments[0]); err != nil {
		return err
	}
	fmt.Fprintln(c.out, arguments[0])
	return nil
}
