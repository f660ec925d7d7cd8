package engine

import "time"

// Way is a way to make a proof. An MSM that was timed on both sides, once an engine, says how fast
// they are, from which follows the fastest way.
type Way string

// The ways.
const (
	// OnDevice: the MSMs and the transforms all go to the device.
	OnDevice Way = "on the device"
	// ByGnark: gnark's prover and gnark's solver make the proof from end to end.
	ByGnark Way = "by gnark"
	// OnCPU: our solver, and our prover without a device. The proof is verified.
	OnCPU Way = "on the CPU"
)

// Ours returns the way of a proof by our prover: OnCPU in the place of ByGnark.
func (w Way) Ours() Way {
	if w == ByGnark {
		return OnCPU
	}
	return w
}

// Work is the work of a proof.
type Work struct {
	MSMs []MSM
	// Steps are the device's work beside the MSMs, and the waits between, in times of a short MSM.
	Steps float64
	// Gnark is the time of gnark's prover as a multiple of that of the MSMs.
	Gnark float64
	// CPU is the time of our prover without a device, solver included, as a part of gnark's.
	CPU float64
	// Verification is the time until a proof that is not gnark's may leave.
	Verification time.Duration
}

// large is the fewest points whose MSM takes any device less time than any host.
const large = 1<<16 - 1 // as Groth16's Z has over a domain of 2^16

// Large says whether the proof needs no measurement: the device makes it if there is one, or else
// our prover.
func (w *Work) Large() bool {
	for _, m := range w.MSMs {
		if m.Points >= large {
			return true
		}
	}
	return false
}

// Choice is a way to make proofs with a key, and the predicted times. Zero stands for none, as
// where no device is.
type Choice struct {
	Way                Way
	Device, Gnark, CPU time.Duration
}

// Choose returns the fastest way to make a proof. Of equal ones it is the device, or gnark.
func (m *Measured) Choose(w *Work) Choice {
	var host, device float64
	for _, msm := range w.MSMs {
		host, device = host+msm.onHost(), device+msm.onDevice()
	}
	c := Choice{Way: ByGnark, Gnark: times(m.Host, w.Gnark*host/m.onHost())}
	c.CPU = times(c.Gnark, w.CPU) + w.Verification
	if c.CPU < c.Gnark {
		c.Way = OnCPU
	}
	if m.Device > 0 {
		c.Device = times(m.Device, device+w.Steps) + w.Verification
		if c.Device <= min(c.Gnark, c.CPU) {
			c.Way = OnDevice
		}
	}
	return c
}

// times returns a time as often as a factor says.
func times(t time.Duration, factor float64) time.Duration {
	return time.Duration(float64(t) * factor)
}
