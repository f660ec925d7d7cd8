package group

import (
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

// NewMachine returns the devices of a dry run, which are all alike, and never open. They serve
// [Set.Lay].
func NewMachine(devices int, memory uint64, config engine.Config, p Placement) *Set {
	s := &Set{least: config.MinOnDevice(), byTimes: config.ByTimes, placement: p}
	for range devices {
		s.devices = append(s.devices, &Device{Info: cuda.DeviceInfo{TotalMemory: memory}})
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
