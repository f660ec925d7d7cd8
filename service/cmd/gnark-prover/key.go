package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/gnark-accel/gnark-accel/service/internal/folder"
	"github.com/gnark-accel/gnark-accel/service/internal/secrets"
)

func runKey(_ context.Context, c *call) error {
	in := c.flags.String("folder", folder.Default(), "the folder of serve")
	service := c.flags.String("key", "",
		"file with the service's key, for a NATS server whose tenants nothing here lists")
	tenant := c.flags.String("tenant", "", "the tenant: the name of its account of NATS")
	fresh := c.flags.Bool("new", false, "write a key of a new service")
	if err := c.parse("FILE"); err != nil {
		return err
	}
	ring := secrets.Generate()
	if !*fresh {
		var err error
		*service = cmp.Or(*service, filepath.Join(*in, folder.KeyFile))
		if ring, err = tenantKey(*service, *tenant); err != nil {
			return err
		}
	}
	if err := ring.Write(c.arguments[0]); err != nil {
		return err
	}
	fmt.Fprintln(c.out, c.arguments[0])
	return nil
}

// tenantKey derives a tenant's key from the service's. The list beside that one, if any, has it.
func tenantKey(service, tenant string) (*secrets.Ring, error) {
	if tenant == "" {
		return nil, errors.New("-tenant is missing")
	}
	all, err := folder.ReadTenants(filepath.Dir(service))
	if err == nil {
		_, err = folder.Named(all, tenant)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // where serve does not run NATS
		return nil, err
	}
	ring, err := secrets.Read(service)
	if err != nil {
		return nil, err
	}
	return ring.Only(tenant)
}
