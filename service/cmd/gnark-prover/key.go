package main

import (
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
	arguments, err := c.parse("FILE")
	if err != nil {
		return err
	}
	ring := secrets.Generate()
	if !*fresh {
		if *service == "" {
			*service = filepath.Join(*in, folder.KeyFile)
		}
		if ring, err = tenantKey(*service, *tenant); err != nil {
			return err
		}
	}
	if err := ring.Write(arguments[0]); err != nil {
		return err
	}
	fmt.Fprintln(c.out, arguments[0])
	return nil
}

// tenantKey derives a tenant's key from the service's.
func tenantKey(service, tenant string) (*secrets.Ring, error) {
	if tenant == "" {
		return nil, errors.New("-tenant is missing")
	}
	if err := checkTenant(filepath.Dir(service), tenant); err != nil {
		return nil, err
	}
	ring, err := secrets.Read(service)
	if err != nil {
		return nil, err
	}
	return ring.Only(tenant)
}

// checkTenant looks for a tenant in the list beside the service's key. Where serve does not run
// NATS there is none.
func checkTenant(in, name string) error {
	all, err := folder.ReadTenants(filepath.Join(in, folder.TenantsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		_, err = folder.Named(all, name)
	}
	return err
}
