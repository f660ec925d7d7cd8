package dispatch

import "sync/atomic"

// Statistics is accel.Statistics, which documents the fields.
type Statistics struct {
	DeviceMSMs, DevicePoints          uint64
	StreamedMSMs                      uint64
	CPUSmall, CPUNoDevice, CPUFailure uint64
	CPUPoints                         uint64
	BytesUp                           uint64
	Failures                          uint64
	DeviceBytes                       uint64
}

// counters are the parts of Statistics that only grow.
type counters struct {
	deviceMSMs, devicePoints, streamedMSMs, cpuPoints, bytesUp, failures atomic.Uint64

	cpu [reasons]atomic.Uint64 // MSMs on the CPU
}

// Statistics returns the counters as they stand.
func (d *Dispatcher) Statistics() Statistics {
	c := &d.counters
	s := Statistics{
		DeviceMSMs:   c.deviceMSMs.Load(),
		DevicePoints: c.devicePoints.Load(),
		StreamedMSMs: c.streamedMSMs.Load(),
		CPUSmall:     c.cpu[small].Load(),
		CPUNoDevice:  c.cpu[noDevice].Load(),
		CPUFailure:   c.cpu[failure].Load(),
		CPUPoints:    c.cpuPoints.Load(),
		BytesUp:      c.bytesUp.Load(),
		Failures:     c.failures.Load(),
	}
	if d.backend != nil {
		s.DeviceBytes = d.backend.BytesInUse()
	}
	return s
}
