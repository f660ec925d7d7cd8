package main

import (
	"errors"
	"fmt"
	"runtime"

	"github.com/gnark-accel/gnark-accel/accel"
)

// describeUse adds the devices to the table, or the reason for none, and a note.
func (p *program) describeUse() {
	use := p.engine.Statistics()
	cpu := fmt.Sprintf("CPU, GOMAXPROCS %d", runtime.GOMAXPROCS(0))
	devices := p.engine.Devices()
	switch {
	case use.DeviceMSMs == 0:
		p.row("device", "%s", cpu)
	case use.CPUFailure > 0:
		p.row("device", "%s (cuda), in part %s", devices[0].Name, cpu)
	default:
		p.row("device", "%s (cuda)", devices[0].Name)
	}
	why := p.engine.Unavailable()
	if why != nil && !errors.Is(why, accel.ErrWithoutDevice) {
		p.row("because", "%v", why)
	}
	if note := p.note(use, len(devices) > 0); note != "" {
		p.row("note", "%s", note)
	}
}

// note is a remark on a run that was not as one might expect; empty for others.
func (p *program) note(use accel.Statistics, device bool) string {
	got, wanted := p.made.System.GetNbConstraints(), p.constraints
	switch {
	case use.CPUFailure > 0:
		return "a device failed: standard error has the warning"
	case device && use.DeviceMSMs == 0:
		return "the circuit takes less time without the device; -min-size 1 sends everything there"
	case use.SentMSMs > 0:
		return "the key does not fit the device's memory: the rest is sent with each proof"
	case p.size == 0 && (2*got < wanted || got > 2*wanted):
		return fmt.Sprintf("%s comes no closer to %d constraints: %s", p.circuit.Name(), wanted,
			p.circuit.Scaling())
	}
	return ""
}
