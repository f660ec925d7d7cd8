package results

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

// Heading names the device.
func (m Machine) Heading() string {
	switch m.Kind() {
	case GPU:
		return "On " + m["device"]
	case Emulator:
		return "On the emulator, whose times say nothing about a GPU's"
	default:
		return "On the CPU alone"
	}
}

// Host describes the host, and the driver.
func (m Machine) Host() string {
	host := m["threads"] + " threads of " + m["cpu"]
	if driver := m["driver"]; driver != "" {
		host = "driver " + driver + ", " + host
	}
	return host
}
