package worker

import (
	"flag"
	"fmt"
	"strings"

	"github.com/gnark-accel/gnark-accel/accel"
)

// Flags are the flags of a worker, in any program that runs one.
type Flags struct {
	slots    int
	memory   int64
	device   int
	circuits string
}

// NewFlags adds the flags to a set.
func NewFlags(set *flag.FlagSet) *Flags {
	f := new(Flags)
	set.IntVar(&f.slots, "slots", DefaultSlots(),
		"jobs at once; while one is on the device others are solved")
	set.Int64Var(&f.memory, "memory", DefaultMemory, "bytes of circuits' files that stay loaded")
	set.IntVar(&f.device, "device", -1,
		"index of the device to use; -1 for the first one, or the CPU")
	set.StringVar(&f.circuits, "circuits", "",
		"names or digests, with commas, of circuits to load before the worker is ready")
	return f
}

// Options returns the options that the flags stand for. It opens the device.
func (f *Flags) Options() ([]Option, error) {
	if f.slots < 1 || f.memory < 1 {
		return nil, fmt.Errorf("-slots and -memory must be at least 1")
	}
	options := []Option{WithSlots(f.slots), WithMemory(f.memory)}
	if f.circuits != "" {
		options = append(options, WithCircuits(strings.Split(f.circuits, ",")...))
	}
	if f.device >= 0 {
		engine, err := accel.Open(accel.WithDevices(f.device))
		if err != nil {
			return nil, err
		}
		options = append(options, WithEngine(engine))
	}
	return options, nil
}
