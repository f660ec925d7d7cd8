package worker

import (
	"errors"
	"flag"
	"fmt"
	"strconv"
	"strings"

	"github.com/gnark-accel/gnark-accel/accel"
)

// Flags are the flags of a worker, in any program that runs one.
type Flags struct {
	slots    int
	memory   int64
	devices  string
	circuits string
	prepared string
}

// NewFlags adds the flags to a set.
func NewFlags(set *flag.FlagSet) *Flags {
	f := new(Flags)
	set.IntVar(&f.slots, "slots", 0,
		"proofs at once; while one is on a device others are solved; 0 for as many as help")
	set.Int64Var(&f.memory, "memory", DefaultMemory, "bytes of circuits' files that stay loaded")
	set.StringVar(&f.devices, "devices", "",
		"indices, with commas, of the devices to use; empty for all of them, or the CPU")
	set.StringVar(&f.circuits, "circuits", "",
		"names or digests, with commas, of circuits to load before the worker is ready")
	set.StringVar(&f.prepared, "prepared", "",
		"folder that keeps translated circuits for the next worker; empty for none")
	return f
}

// Options returns the options that the flags stand for. It opens the devices that they name.
func (f *Flags) Options() ([]Option, error) {
	if f.slots < 0 || f.memory < 1 {
		return nil, errors.New("-slots must not be negative, and -memory at least 1")
	}
	options := []Option{WithSlots(f.slots), WithMemory(f.memory), WithPreparedFolder(f.prepared)}
	if f.circuits != "" {
		options = append(options, WithCircuits(strings.Split(f.circuits, ",")...))
	}
	if f.devices != "" {
		engine, err := openDevices(f.devices)
		if err != nil {
			return nil, fmt.Errorf("-devices %s: %w", f.devices, err)
		}
		options = append(options, WithEngine(engine))
	}
	return options, nil
}

// openDevices opens an engine with the devices of a list, all of which must be there.
func openDevices(list string) (*accel.Engine, error) {
	var indices []int
	for _, text := range strings.Split(list, ",") {
		index, err := strconv.Atoi(text)
		if err != nil {
			return nil, err
		}
		indices = append(indices, index)
	}
	engine, err := accel.Open(accel.WithDevices(indices...))
	if err != nil {
		return nil, err
	}
	if err := engine.Unavailable(); err != nil {
		return nil, errors.Join(err, engine.Close())
	}
	return engine, nil
}
