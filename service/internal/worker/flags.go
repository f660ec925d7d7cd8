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
	set.Int64Var(&c.Memory, "memory", 0, "bytes of circuits' files that stay loaded; 0 for half "+
		"the memory of the machine, or of its container")
	set.BoolVar(&c.requireGPU, "require-gpu", false, "end at once unless there is a device")
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
	if c.Slots < 0 || c.Memory < 0 {
		return errors.New("-slots and -memory must not be negative")
	}
	if len(c.devices) == 0 && !c.requireGPU {
		return nil
	}
	if c.Engine, err = interrupt.Await(ctx, c.openDevices); err != nil {
		return fmt.Errorf("-devices %v -require-gpu=%t: %w", c.devices, c.requireGPU, err)
	}
	return nil
}

func (c *Config) openDevices() (*accel.Engine, error) {
	var options []accel.Option
	if len(c.devices) > 0 {
		options = append(options, accel.WithDevices(c.devices...))
	}
	engine, err := accel.Open(options...)
	if err != nil {
		return nil, err
	}
	if err := engine.Unavailable(); err != nil {
		return nil, errors.Join(err, engine.Close())
	}
	return engine, nil
}
