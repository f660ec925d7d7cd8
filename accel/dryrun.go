package accel

import (
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/engine/group"
)

// NewDryRun serves the provers of this module: their functions Plan are for programs. It returns a
// dry run of an engine with these options. The memory has to be given: [WithMemoryLimit]. There is
// one device, or there are those of [WithDevices], which are alike.
func NewDryRun(opts ...Option) (*group.DryRun, error) {
	c, err := newConfig(opts)
	if err != nil {
		return nil, err
	}
	if c.cuda.MemoryLimit == 0 {
		return nil, fmt.Errorf("%w: a plan needs WithMemoryLimit", ErrInvalidOption)
	}
	open := func() engine.Backend { return cuda.OpenDry(c.cuda) }
	config := engine.Config{MinSize: c.minSize, ByTimes: c.byTimes}
	return &group.DryRun{
		DryRun: engine.NewDryRun(open, c.cuda.MemoryLimit, config),
		Machine: group.NewMachine(max(1, len(c.cuda.Devices)), c.cuda.MemoryLimit, config,
			c.placement),
	}, nil
}
