package group

import (
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/accel/memory"
	"github.com/gnark-accel/gnark-accel/internal/engine"
)

// DryRun is an engine that finds out an engine's use of a device's memory. It needs no
// device, not even the tag cuda: the engine's own code runs over a device that only counts. It
// serves one key, and one goroutine.
type DryRun struct {
	*engine.DryRun
	Machine *Set
}

// NewDryRun returns a dry run of an engine with options. One of them gives the memory.
//
// There is one device, or there are the devices that an option lists, all alike.
func NewDryRun[O ~func(*Config) error](options []O) (*DryRun, error) {
	c, err := ConfigOf(options)
	if err != nil {
		return nil, err
	}
	if c.CUDA.MemoryLimit == 0 {
		return nil, fmt.Errorf("%w: a plan needs WithMemoryLimit", engine.ErrInvalidOption)
	}
	open := func() engine.Backend { return cuda.OpenDry(c.CUDA) }
	config := engine.Config{MinSize: c.MinSize, ByTimes: c.ByTimes}
	return &DryRun{engine.NewDryRun(open, c.CUDA.MemoryLimit, config), newMachine(c)}, nil
}

// newMachine returns the devices of a dry run, which never open. They serve [Set.Lay].
func newMachine(c *Config) *Set {
	s := &Set{least: c.MinOnDevice(), byTimes: c.ByTimes, placement: c.Placement}
	for range max(1, len(c.CUDA.Devices)) {
		info := cuda.DeviceInfo{TotalMemory: c.CUDA.MemoryLimit}
		s.devices = append(s.devices, &Device{Info: info})
	}
	return s
}

// Shares describes the layout, device by device.
func (l *Layout) Shares() (shares []memory.Share) {
	for _, t := range l.Targets {
		share := memory.Share{Device: t.Device}
		for p, part := range l.share(t.Device) {
			share.Parts = append(share.Parts, memory.Part{
				Name: p.Name, From: part.From, To: part.To, Of: p.Points,
			})
			if !p.Whole {
				share.Bytes += uint64(part.To-part.From) * p.Bytes
			}
		}
		shares = append(shares, share)
	}
	return shares
}
