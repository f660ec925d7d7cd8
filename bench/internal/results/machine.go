package results

import (
	"fmt"
	"strconv"
)

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

// Machine is the host and the device that a row was measured on.
type Machine struct {
	Device     Device
	CPU        string
	Cores      int // that the process may use
	Threads    int // GOMAXPROCS
	OS, Arch   string
	Kernel, Go string
	// of the repository, with -dirty if files were changed; "unknown" if nothing tells it
	Revision string
}

// Device is the card or its stand-in. All but Kind is empty for [CPU].
type Device struct {
	Kind       Kind
	Name       string
	Capability string // compute capability, such as 9.0
	Memory     int    // bytes
	Driver     string // version of the kernel module, such as 580.95.05
	CUDA       string // version that the driver supports, such as 13.0
}

// field is a line of a file about the machine: a key with a text or a number.
type field struct {
	key string
	to  any
}

// fields are the lines about a machine, by Go's own keys where there are some.
func (m *Machine) fields() []field {
	d := &m.Device
	return []field{
		{"device-kind", (*string)(&d.Kind)}, {"device", &d.Name}, {"capability", &d.Capability},
		{"memory", &d.Memory}, {"driver", &d.Driver}, {"cuda", &d.CUDA}, {"cpu", &m.CPU},
		{"cores", &m.Cores}, {"threads", &m.Threads}, {"goos", &m.OS}, {"goarch", &m.Arch},
		{"kernel", &m.Kernel}, {"go", &m.Go}, {"revision", &m.Revision},
	}
}

// text is empty for an empty text and for 0.
func (f field) text() string {
	if n, ok := f.to.(*int); ok && *n != 0 {
		return strconv.Itoa(*n)
	} else if ok {
		return ""
	}
	return *f.to.(*string)
}

func (f field) read(text string) (err error) {
	if n, ok := f.to.(*int); ok && text != "" {
		*n, err = strconv.Atoi(text)
	} else if s, ok := f.to.(*string); ok {
		*s = text
	}
	return err
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
