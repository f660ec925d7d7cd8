package worker

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"strings"

	"github.com/gnark-accel/gnark-accel/accel"
)

// Flags are the flags of a worker, in any program that runs one.
type Flags struct {
	config  Config
	devices []int
}

// NewFlags adds the flags to a set.
func NewFlags(set *flag.FlagSet) *Flags {
	f := new(Flags)
	set.IntVar(&f.config.Slots, "slots", 0,
		"proofs at once; while one is on a device others are solved; 0 for as many as help")
	set.Int64Var(&f.config.Memory, "memory", DefaultMemory,
		"bytes of circuits' files that stay loaded")
	set.StringVar(&f.config.Prepared, "prepared", "",
		"folder that keeps translated circuits for the next worker; empty for none")
	set.Func("circuits", "names or digests, with commas, of circuits to load before the worker "+
		"is ready", func(list string) error {
		f.config.Circuits = split(list)
		return nil
	})
	set.Func("devices", "indices, with commas, of the devices to use; empty for all of them, or "+
		"the CPU", func(list string) error { return json.Unmarshal([]byte("["+list+"]"), &f.devices) })
	return f
}

func split(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return r == ',' })
}

// Config returns what the flags stand for. It opens the devices that they name, all of which must
// be there.
func (f *Flags) Config() (Config, error) {
	c := f.config
	if c.Slots < 0 || c.Memory < 1 {
		return c, errors.New("-slots must not be negative, and -memory at least 1")
	}
	if len(f.devices) == 0 {
		return c, nil
	}
	var err error
	if c.Engine, err = accel.Open(accel.WithDevices(f.devices...)); err != nil {
		return c, fmt.Errorf("-devices %v: %w", f.devices, err)
	}
	if err := c.Engine.Unavailable(); err != nil {
		return c, fmt.Errorf("-devices %v: %w", f.devices, errors.Join(err, c.Engine.Close()))
	}
	return c, nil
}
