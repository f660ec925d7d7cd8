package session

import (
	"sync"
	"sync/atomic"
)

// Statistics is accel.Statistics, which documents the fields.
type Statistics struct {
	DeviceMSMs, DevicePoints          uint64
	SentMSMs                          uint64
	CPUSmall, CPUNoDevice, CPUFailure uint64
	CPUPoints                         uint64
	DeviceComputations                uint64
	DeviceElements                    uint64
	CPUComputations, CPUElements      uint64
	BytesUp                           uint64
	Failures                          uint64
	WrongProofs, WrongSolutions       uint64
	WrongSums                         uint64
	PartlyVerified                    uint64
	DeviceBytes                       uint64
	OwnSolutions, GnarkSolutions      uint64
}

// Plus returns the counters of two engines together.
func (s Statistics) Plus(t Statistics) Statistics {
	return Statistics{
		DeviceMSMs: s.DeviceMSMs + t.DeviceMSMs, DevicePoints: s.DevicePoints + t.DevicePoints,
		SentMSMs: s.SentMSMs + t.SentMSMs,
		CPUSmall: s.CPUSmall + t.CPUSmall, CPUNoDevice: s.CPUNoDevice + t.CPUNoDevice,
		CPUFailure: s.CPUFailure + t.CPUFailure, CPUPoints: s.CPUPoints + t.CPUPoints,
		DeviceComputations: s.DeviceComputations + t.DeviceComputations,
		DeviceElements:     s.DeviceElements + t.DeviceElements,
		CPUComputations:    s.CPUComputations + t.CPUComputations,
		CPUElements:        s.CPUElements + t.CPUElements,
		BytesUp:            s.BytesUp + t.BytesUp, Failures: s.Failures + t.Failures,
		WrongProofs:    s.WrongProofs + t.WrongProofs,
		WrongSolutions: s.WrongSolutions + t.WrongSolutions,
		WrongSums:      s.WrongSums + t.WrongSums,
		PartlyVerified: s.PartlyVerified + t.PartlyVerified,
		DeviceBytes:    s.DeviceBytes + t.DeviceBytes,
		OwnSolutions:   s.OwnSolutions + t.OwnSolutions,
		GnarkSolutions: s.GnarkSolutions + t.GnarkSolutions,
	}
}

// counters are the parts of Statistics that only grow.
type counters struct {
	msms, computations tally
	sentMSMs           atomic.Uint64
	bytesUp, failures  atomic.Uint64
	solutions          struct{ own, gnark atomic.Uint64 }
	wrong              struct{ proofs, solutions, sums, twice atomic.Uint64 }
	partlyVerified     atomic.Uint64
}

// tally counts tasks of one kind, and their points or elements.
type tally struct {
	device, deviceSize, cpuSize atomic.Uint64
	cpu                         [reasons]atomic.Uint64
	noDeviceLogged              sync.Once
}

func (c *counters) of(t task) *tally {
	if t.kind == ofElements {
		return &c.computations
	}
	return &c.msms
}

func (y *tally) onDevice(t task) {
	y.device.Add(uint64(t.many))
	y.deviceSize.Add(uint64(t.size))
}

func (y *tally) onCPU(t task, why reason) {
	y.cpu[why].Add(uint64(t.many))
	y.cpuSize.Add(uint64(t.size))
}

// allOnCPU counts the tasks on the CPU, for any reason.
func (y *tally) allOnCPU() (n uint64) {
	for i := range y.cpu {
		n += y.cpu[i].Load()
	}
	return n
}
