package results

import "fmt"

// Kind is a kind of device. Rows of different kinds are never compared, nor shown in
// one table.
type Kind string

// Kinds of devices.
const (
	GPU      Kind = "gpu"
	Emulator Kind = "emulator" // the driver's stand-in for tests: correct, and slow
	CPU      Kind = "cpu"      // no device: gnark-crypto computed
)

// Machine is the host and the device that a row was measured on.
type Machine struct {
	Device  Device `json:"device"`
	CPU     string `json:"cpu"`
	Cores   int    `json:"cores"`   // that the process may use
	Threads int    `json:"threads"` // GOMAXPROCS
	OS      string `json:"os"`
	Arch    string `json:"arch"`
	Kernel  string `json:"kernel,omitempty"`
	Go      string `json:"go"`
	// of the repository, with -dirty if files were changed; "unknown" if nothing tells it
	Revision string `json:"revision"`
}

// Device is the card or its stand-in. All but Kind is empty for [CPU].
type Device struct {
	Kind       Kind   `json:"kind"`
	Name       string `json:"name,omitempty"`
	Capability string `json:"capability,omitempty"` // compute capability, such as 9.0
	Memory     uint64 `json:"memory,omitempty"`     // bytes
	// version of the kernel module, such as 580.95.05
	Driver string `json:"driver,omitempty"`
	// version that the driver supports, such as 13.0
	CUDA string `json:"cuda,omitempty"`
}

// String describes the machine in a line.
func (m Machine) String() string {
	return fmt.Sprintf("%s; %s, %d of %d cores; %s, revision %s", m.Device, m.CPU,
		min(m.Threads, m.Cores), m.Cores, m.Go, m.Revision)
}

// String names the device and its driver.
func (d Device) String() string {
	switch {
	case d.Kind == Emulator:
		return "an emulated GPU, whose times say nothing about a real one"
	case d.Kind == CPU:
		return "no GPU"
	case d.Driver == "":
		return d.Name
	default:
		return d.Name + ", driver " + d.Driver
	}
}
