package results

import "fmt"

// Kind is a kind of device. Rows of different kinds are never compared, nor shown in one table.
type Kind string

// Kinds of devices.
const (
	GPU      Kind = "gpu"
	Emulator Kind = "emulator" // the driver's stand-in for tests: correct, and slow
	CPU      Kind = "cpu"      // no device: gnark-crypto computed
)

// kinds are all kinds, in the order of pages.
var kinds = []Kind{GPU, Emulator, CPU}

// Machine is the host and the device of a row: the lines of a file about them. Go has names for
// some, such as goos. Others are device-kind, device, capability, memory in bytes, the version of
// the driver and of its CUDA, cpu, cores, threads (GOMAXPROCS), kernel, go and revision.
type Machine map[string]string

// Kind is that of the device.
func (m Machine) Kind() Kind { return Kind(m["device-kind"]) }

// String describes the machine in a line.
func (m Machine) String() string {
	return fmt.Sprintf("%s; %s, %s threads, %s cores; %s, revision %s", m.device(), m["cpu"],
		m["threads"], m["cores"], m["go"], m["revision"])
}

// device names the device and its driver.
func (m Machine) device() string {
	switch {
	case m.Kind() == Emulator:
		return "an emulated GPU, whose times say nothing about a real one"
	case m.Kind() == CPU:
		return "no GPU"
	case m["driver"] == "":
		return m["device"]
	default:
		return m["device"] + ", driver " + m["driver"]
	}
}
