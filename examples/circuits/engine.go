package main

import (
	"errors"
	"fmt"

	"github.com/rs/zerolog"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
)

// openEngine opens the engine that the proofs run on. With -backend cuda it is a strict one: no
// device, and every failure of it, is an error.
func openEngine(s settings, log zerolog.Logger) (*accel.Engine, error) {
	options := append(s.memoryOptions(), accel.WithLogger(log))
	switch s.backend {
	case proving.CPU:
		options = append(options, accel.WithoutDevice())
	case proving.CUDA:
		options = append(options, accel.WithStrict())
	}
	engine, err := accel.Open(options...)
	if err != nil {
		return nil, fmt.Errorf("no device for -backend %s: %w", s.backend, err)
	}
	return engine, nil
}

// memoryOptions are the options that plans depend on.
func (s *settings) memoryOptions() []accel.Option {
	options := []accel.Option{
		accel.WithMemoryLimit(s.memoryLimit), proving.FirstDevices(s.devices),
	}
	if s.minSize > 0 {
		options = append(options, accel.WithMinSize(s.minSize))
	}
	return options
}

// states gives each reason for which the device is not used a name for programs to read.
var states = []struct {
	err  error
	name string
}{
	{accel.ErrWithoutDevice, "not wanted"},
	{accel.ErrNotCompiled, "not compiled in"},
	{accel.ErrNotSupported, "not supported"},
	{accel.ErrNoLibrary, "no driver library"},
	{accel.ErrNoDevice, "no device"},
	{accel.ErrUnusable, "driver unusable"},
	{accel.ErrDriverTooOld, "driver too old"},
	{accel.ErrDeviceTooOld, "device too old"},
	{accel.ErrOutOfMemory, "out of memory"},
	{accel.ErrDeviceLost, "device lost"},
}

// stateOf returns the name of the state that err tells of, or "" if it tells of none.
func stateOf(err error) string {
	for _, s := range states {
		if errors.Is(err, s.err) {
			return s.name
		}
	}
	return ""
}

// describeEngine enters the device that was opened, or why there is none. It tells the user before
// the long phases.
func (s *session) describeEngine() {
	d := &s.report.Device
	for i, info := range s.engine.Devices() {
		if i == 0 {
			d.Name, d.Memory = info.Name, info.TotalMemory
		}
		d.Each = append(d.Each, deviceUse{
			Index: info.Index, Name: info.Name, Memory: info.TotalMemory,
		})
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

// describeUse enters the devices that the multi-scalar multiplications ran on.
func (s *session) describeUse() {
	use := s.engine.Statistics()
	s.report.Statistics = statisticsReport{
		DeviceMSMs:   use.DeviceMSMs,
		DevicePoints: use.DevicePoints,
		SentMSMs:     use.SentMSMs,
		CPUSmall:     use.CPUSmall,
		CPUNoDevice:  use.CPUNoDevice,
		CPUFailure:   use.CPUFailure,
		CPUPoints:    use.CPUPoints,
		BytesUp:      use.BytesUp,
		Failures:     use.Failures,
		DeviceBytes:  use.DeviceBytes,

		OwnSolutions:   use.OwnSolutions,
		GnarkSolutions: use.GnarkSolutions,
		DeviceProofs:   use.DeviceProofs,
		GnarkProofs:    use.GnarkProofs,
		CPUProofs:      use.CPUProofs,
	}
	d := &s.report.Device
	each := s.engine.DeviceStatistics()
	for i := range d.Each {
		e := &d.Each[i]
		own := each[e.Index]
		e.MSMs, e.Points, e.Computations = own.DeviceMSMs, own.DevicePoints, own.DeviceComputations
		e.Failures, e.DeviceBytes = own.Failures, own.DeviceBytes
	}
	if use.DeviceMSMs > 0 {
		d.Acceleration = "cuda"
	}
	if why := s.engine.Unavailable(); why != nil && d.State == "" { // lost on the way
		d.State, d.Reason = stateOf(why), why.Error()
	}
	if use.CPUFailure > 0 && d.Reason == "" {
		d.State, d.Reason = "device failed", firstWarning(s.log)
	}
	wanted, got := s.report.Circuit.Wanted, s.report.Circuit.Constraints
	switch {
	case d.Name != "" && use.DeviceMSMs+use.CPUFailure == 0:
		s.report.Note = "the circuit takes less time without the device; -min-size 1 sends " +
			"everything there"
	case use.SentMSMs > 0:
		s.report.Note = "the key does not fit the device's memory: what does not is sent with " +
			"each proof"
	case s.size == 0 && (2*got < wanted || got > 2*wanted):
		s.report.Note = fmt.Sprintf("%s comes no closer to %d constraints: %s",
			s.report.Circuit.Name, wanted, s.circuit.Scaling())
	}
}
