package accel

import (
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/devices"
	"github.com/gnark-accel/gnark-accel/internal/session"
)

// NewDryRun serves the provers of this module: their functions Plan are for programs. It returns a
// dry run of an engine with these options. The memory has to be given: [WithMemoryLimit]. There is
// one device, or there are those of [WithDevices], which are alike.
func NewDryRun(opts ...Option) (*devices.DryRun, error) {
	c, err := newConfig(opts)
	if err != nil {
		return nil, err
	}
	if c.cuda.MemoryLimit == 0 {
		return nil, fmt.Errorf("%w: a plan needs WithMemoryLimit", ErrInvalidOption)
	}
	open := func() session.DryBackend { return backend{cuda.OpenDry(c.cuda)} }
	config := session.Config{MinSize: c.minSize, ByTimes: c.byTimes}
	return &devices.DryRun{
		DryRun: session.NewDryRun(open, c.cuda.MemoryLimit, config),
		Machine: devices.NewMachine(max(1, len(c.cuda.Devices)), c.cuda.MemoryLimit, config,
			c.placement),
	}, nil
}
