package accel

// Statistics counts what an engine has done since it was opened.
type Statistics struct {
	// DeviceMSMs and DevicePoints count the MSMs computed on the device and their points.
	DeviceMSMs, DevicePoints uint64
	// SentMSMs counts those of DeviceMSMs whose loaded bases did not fit the device's memory. Their
	// points were sent along.
	SentMSMs uint64
	// CPUSmall counts the MSMs computed on the CPU because they were too small. CPUNoDevice counts
	// those of an engine that never had a device, CPUFailure those for which the device failed: in
	// this MSM, while its bases were loaded, or for good.
	CPUSmall, CPUNoDevice, CPUFailure uint64
	// CPUPoints counts the points of all MSMs computed on the CPU.
	CPUPoints uint64
	// DeviceComputations counts the transforms and quotients computed on the device. DeviceElements
	// counts the sizes of their domains. CPUComputations and CPUElements count those on the CPU
	// that an engine was asked for.
	DeviceComputations, DeviceElements uint64
	CPUComputations, CPUElements       uint64
	// BytesUp counts the bytes that MSMs and computations on the device sent there. Points that
	// were sent along are among them, but not the loading of what stays there.
	BytesUp uint64
	// Failures counts the failures of the device, also of operations that were not MSMs.
	Failures uint64
	// WrongProofs counts the proofs that did not verify, by the device's fault, and were made
	// again; of a strict engine, those that it withheld. WrongSolutions counts the witnesses whose
	// proofs did not verify by the fault of this module's solver. No such proof left a prover.
	WrongProofs, WrongSolutions uint64
	// WrongSums counts the sums that were wrong by [WithCheckedSums], each as often as it was. None
	// of them left. DeviceMSMs counts both passes over a sum.
	WrongSums uint64
	// DeviceBytes is the memory of the device in use now.
	DeviceBytes uint64
	// OwnSolutions counts the witnesses of proofs that this module's solver has solved,
	// GnarkSolutions those that gnark's has. Gnark's solves while a system is not translated.
	OwnSolutions, GnarkSolutions uint64
	// DeviceProofs counts the proofs that were begun on the device, and CPUProofs those that this
	// module's provers began without one. GnarkProofs counts those that gnark's prover made from
	// end to end, since that takes the least time: CPUSmall and CPUNoDevice do not count its MSMs.
	// See [WithMinSize].
	DeviceProofs, GnarkProofs, CPUProofs uint64
}

// DeviceStatistics returns the counters of each device by its index, as [DeviceInfo] has it. Those
// of a device that no work has reached are zero. What the CPU computed because all devices failed
// is not among them.
func (e *Engine) DeviceStatistics() map[int]Statistics {
	all := make(map[int]Statistics)
	for i, s := range e.inner().StatisticsOf() {
		all[i] = Statistics(s)
	}
	return all
}

// Statistics returns the counters as they stand, of all devices together.
func (e *Engine) Statistics() Statistics { return Statistics(e.inner().Statistics()) }
