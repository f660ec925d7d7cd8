package main

import (
	"errors"
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel"
)

// describeEngine enters the device that was opened, or why there is none, and tells the user before the long phases.
func (s *session) describeEngine() {
	d := &s.report.Device
	for _, info := range s.engine.Devices() {
		d.Name, d.Memory = info.Name, info.TotalMemory
		s.progress.line("device: %s", info.Name)
	}
	why := s.engine.Unavailable()
	d.State = stateOf(why)
	switch {
	case why == nil:
	case errors.Is(why, accel.ErrWithoutDevice): // as was asked for
		s.progress.line("device: %s", d)
	default:
		d.Reason = why.Error()
		s.progress.line("device: %s, because %s", d, d.Reason)
	}
}

// describeUse enters what the multi-scalar multiplications really ran on.
func (s *session) describeUse() {
	use := s.engine.Statistics()
	s.report.Statistics = statisticsReport{
		DeviceMSMs:   use.DeviceMSMs,
		DevicePoints: use.DevicePoints,
		StreamedMSMs: use.StreamedMSMs,
		CPUSmall:     use.CPUSmall,
		CPUNoDevice:  use.CPUNoDevice,
		CPUFailure:   use.CPUFailure,
		CPUPoints:    use.CPUPoints,
		BytesUp:      use.BytesUp,
		Failures:     use.Failures,
		DeviceBytes:  use.DeviceBytes,
	}
	d := &s.report.Device
	if use.DeviceMSMs > 0 {
		d.Acceleration = "cuda"
	}
	if why := s.engine.Unavailable(); why != nil && d.State == "" { // lost on the way
		d.State, d.Reason = stateOf(why), why.Error()
	}
	if use.CPUFailure > 0 && d.Reason == "" {
		d.State, d.Reason = "device failed", s.warnings.cause()
	}
	if d.Name != "" && use.DeviceMSMs+use.CPUFailure == 0 {
		s.report.Note = "the circuit is too small for the device; -min-size 1 sends everything there"
		return
	}
	if use.StreamedMSMs > 0 {
		s.report.Note = "the key does not fit the device's memory: what does not is sent with each proof"
		return
	}
	if wanted, got := s.report.Circuit.Wanted, s.report.Circuit.Constraints; 2*got < wanted || got > 2*wanted {
		s.report.Note = fmt.Sprintf("%s comes no closer to %d constraints: %s", s.report.Circuit.Name, wanted, s.circuit.Scaling())
	}
}
