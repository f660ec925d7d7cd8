package worker

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"strings"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/service/internal/interrupt"
)

// AddFlags adds the flags of a worker to the set of any program.
func (c *Config) AddFlags(set *flag.FlagSet) {
	set.IntVar(&c.Slots, "slots", 0,
		"proofs at once; while one is on a device others are solved; 0 for as many as help")
	set.Int64Var(&c.Memory, "memory", DefaultMemory, "bytes of circuits' files that stay loaded")
	set.StringVar(&c.Prepared, "prepared", "",
		"folder that keeps translated circuits for the next worker; empty for none")
	set.Func("circuits", "names or digests, with commas, of circuits to load before the worker "+
		"is ready", func(list string) error {
		c.Circuits = strings.FieldsFunc(list, func(r rune) bool { return r == ',' })
		return nil
	})
	set.Func("devices", "indices, with commas, of the devices to use; empty for all of them, or "+
		"the CPU", func(list string) error {
		return json.Unmarshal([]byte("["+list+"]"), &c.devices)
	})
}

// OpenDevices checks the flags, and opens the devices that they name. All of these must be there.
// It ends early when the context is cancelled.
func (c *Config) OpenDevices(ctx context.Context) (err error) {
	if c.Slots < 0 || c.Memory < 1 {
		return errors.New("-slots must not be negative, and -memory at least 1")
	}
	if len(c.devices) == 0 {
		return nil
	}
	if c.Engine, err = interrupt.Await(ctx, c.openDevices); err != nil {
		return fmt.Errorf("-devices %v: %w", c.devices, err)
	}
	return nil
}

func (c *Config) openDevices() (*accel.Engine, error) {
	engine, err := accel.Open(accel.WithDevices(c.devices...))
	if err != nil {
		return nil, err
	}
	if err := engine.Unavailable(); err != nil {
		return nil, errors.Join(err, engine.Close())
	}
	return engine, nil
}
