package engine

import (
	"reflect"
	"sync"
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
	DeviceBytes                       uint64
	OwnSolutions, GnarkSolutions      uint64
	DeviceProofs, GnarkProofs         uint64
	CPUProofs                         uint64
}

// Plus returns the counters of two engines together.
func (s Statistics) Plus(t Statistics) Statistics {
	sum, more := reflect.ValueOf(&s).Elem(), reflect.ValueOf(t)
	for i := range sum.NumField() {
		sum.Field(i).SetUint(sum.Field(i).Uint() + more.Field(i).Uint())
	}
	return s
}

// counters count for an engine.
type counters struct {
	mutex      sync.Mutex // guards the fields below
	now        Statistics
	wrongTwice int // witnesses with wrong proofs twice, and calls with wrong MSMs
}

// count changes the counters.
func (e *Engine) count(change func(s *Statistics)) {
	e.counters.mutex.Lock()
	defer e.counters.mutex.Unlock()
	change(&e.counters.now)
}

// onDevice counts a task that the device did.
func (s *Statistics) onDevice(t *task) {
	s.BytesUp += t.report.BytesUp
	many, size := uint64(t.many), uint64(t.size)
	if t.kind == ofElements {
		s.DeviceComputations, s.DeviceElements = s.DeviceComputations+many, s.DeviceElements+size
		return
	}
	s.DeviceMSMs, s.DevicePoints = s.DeviceMSMs+many, s.DevicePoints+size
	if t.hostBases {
		s.SentMSMs += many
	}
}

// onCPU counts a task that is left to the CPU.
func (s *Statistics) onCPU(t *task, why reason) {
	many, size := uint64(t.many), uint64(t.size)
	if t.kind == ofElements {
		s.CPUComputations, s.CPUElements = s.CPUComputations+many, s.CPUElements+size
		return
	}
	s.CPUPoints += size
	switch why {
	case small:
		s.CPUSmall += many
	case noDevice:
		s.CPUNoDevice += many
	case failure:
		s.CPUFailure += many
	}
}

// Statistics returns the counters as they stand.
func (e *Engine) Statistics() (s Statistics) {
	e.count(func(now *Statistics) { s = *now })
	if e.backend != nil {
		s.DeviceBytes = e.backend.BytesInUse()
	}
	return s
}
