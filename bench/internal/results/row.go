// Package results has the rows that bench writes and reads. A row is a JSON object on a line, one a
// configuration.
package results

import (
	"fmt"
	"time"
)

// Schema is the version of the rows. It rises when a field changes its meaning or goes; new fields
// do not raise it.
const Schema = 1

// Row is one measured configuration: of the things that follow the machine one is set.
type Row struct {
	Schema   int       `json:"schema"`
	Date     time.Time `json:"date"` // of the end of the measurement
	Machine  Machine   `json:"machine"`
	MSM      *MSM      `json:"msm,omitempty"`
	NTT      *NTT      `json:"ntt,omitempty"`
	Proof    *Proof    `json:"proof,omitempty"`
	Solve    *Solve    `json:"solve,omitempty"`
	Key      *Key      `json:"key,omitempty"`
	Points   *Points   `json:"points,omitempty"`
	First    *First    `json:"first,omitempty"`
	Ceremony *Ceremony `json:"ceremony,omitempty"`
}

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

// MSM is a multi-scalar multiplication. All its results were right: they were compared with one
// multiplication of the generator, as the points have known logarithms.
type MSM struct {
	// What was asked for.
	Curve        string `json:"curve"`
	Group        string `json:"group"` // g1 or g2
	Log2         int    `json:"log2"`  // of the number of points
	Distribution string `json:"distribution"`
	Mode         Mode   `json:"mode"`
	Batch        int    `json:"batch"`             // sums in one call
	Callers      int    `json:"callers"`           // goroutines that call at once
	Devices      int    `json:"devices,omitempty"` // of the engine, where there are several
	Checked      bool   `json:"checked,omitempty"` // phases are of one pass
	WindowAsked  int    `json:"windowAsked,omitempty"`
	FactorAsked  int    `json:"factorAsked,omitempty"`
	MemoryLimit  uint64 `json:"memoryLimit,omitempty"` // bytes
	Warmup       int    `json:"warmup"`

	// What was found. Times are milliseconds of one sum.
	Time        Sample  `json:"time"`
	GnarkCrypto *Sample `json:"gnarkCrypto,omitempty"` // on the CPU, in the same run
	Unchecked   *Sample `json:"unchecked,omitempty"`   // if Checked: without, in the same run
	Load        float64 `json:"load,omitempty"`        // of the points onto the device, once
	Plan        *Plan   `json:"plan,omitempty"`        // nil if the CPU computed
	Phases      *Phases `json:"phases,omitempty"`
	Rates       *Rates  `json:"rates,omitempty"`
	// over the bus to the device, one sum; back come some hundred points at most
	BytesUp uint64 `json:"bytesUp"`
	// most that was in use on the device in the runs before the measured ones
	DeviceBytes uint64 `json:"deviceBytes"`
}

// Mode tells which inputs are on the device before an MSM begins.
type Mode string

// Modes.
const (
	Resident Mode = "resident"  // the points; scalars come from an ordinary slice
	OneShot  Mode = "one-shot"  // nothing
	OnDevice Mode = "on-device" // points and scalars
)

// Plan is how the device computed.
type Plan struct {
	Window int `json:"window"` // bits
	Factor int `json:"factor"` // precomputed multiples a base
	Chunks int `json:"chunks"`
}

// Phases are milliseconds, medians over the runs, of one call on the device, between its events.
// Upload runs beside the others but for its beginning. What Total, the time on the host, has beyond
// the phases is waiting, and the end of the sum on the CPU.
type Phases struct {
	Upload     float64 `json:"upload"`
	Partition  float64 `json:"partition"`
	Accumulate float64 `json:"accumulate"`
	Reduce     float64 `json:"reduce"`
	Total      float64 `json:"total"`
}

// Rates compare additions of points to buckets with the limit of the device's multipliers. A kernel
// measures that limit in the same run, where the multipliers have nothing else to do. Rates are
// known for uniform scalars, where nearly every window of every scalar is an addition. The limit
// counts the products of a formula for them; older rows do not name it.
type Rates struct {
	Additions float64 `json:"additions"` // a second, while accumulating
	Limit     float64 `json:"limit"`     // a second
	Share     float64 `json:"share"`     // Additions/Limit
	Whole     float64 `json:"whole"`     // the same over the whole MSM, copies included
	Formula   string  `json:"formula,omitempty"`
}

// NTT is a transform over a scalar field, of a vector that is on the device, in place. One
// transform was compared with gnark-crypto's, value by value, before the measured ones.
type NTT struct {
	// What was asked for.
	Curve string `json:"curve"`
	Log2  int    `json:"log2"` // of the number of elements
	// forward: natural to bit-reversed order; inverse: back; on-coset: forward, to values on a
	// coset
	Transform string `json:"transform"`
	Queued    int    `json:"queued"` // transforms queued at once
	Warmup    int    `json:"warmup"`

	// What was found. Times are milliseconds of one transform: of a run, which waits for all that
	// it queued, its share.
	Time        Sample  `json:"time"`
	GnarkCrypto *Sample `json:"gnarkCrypto,omitempty"` // on the CPU, in the same run
}

// Proof is a circuit proved over and over, by our prover and by gnark's. gnark's verifier verifies
// all proofs.
type Proof struct {
	// What was asked for.
	Circuit     string `json:"circuit"`
	Scheme      string `json:"scheme"`
	Curve       string `json:"curve"`
	Wanted      int    `json:"wanted"`            // constraints to come close to
	Concurrency int    `json:"concurrency"`       // proofs at once
	Devices     int    `json:"devices,omitempty"` // of the engine, where there are several
	// proofs of a stream; 0 for proofs that are made by single calls
	Stream        int    `json:"stream,omitempty"`
	MemoryLimit   uint64 `json:"memoryLimit,omitempty"`
	StatisticalZK bool   `json:"statisticalZK,omitempty"`
	Commitments   int    `json:"commitments,omitempty"` // of the circuit, asked for
	Prepared      bool   `json:"prepared,omitempty"`    // the circuit was loaded with the key
	Keyless       bool   `json:"keyless,omitempty"`     // verified without the verifying key
	// smallest number of points for the device; 0 is the engine's default
	MinSize int `json:"minSize,omitempty"`
	// proofs after the first that are not measured
	Warmup int `json:"warmup"`

	// What it is.
	Size        string `json:"size"` // such as "3177 hashes"
	Constraints int    `json:"constraints"`
	Public      int    `json:"public"`
	Secret      int    `json:"secret"`
	Internal    int    `json:"internal"`

	// What was found. Times are milliseconds.
	Compile float64 `json:"compile"`
	Setup   float64 `json:"setup"`
	// of the key onto the device, with the circuit if that was Prepared
	Load  float64 `json:"load"`
	First float64 `json:"first"` // Load and the first proof
	// FirstSolve is the solver's part of the first proof. It has not solved before in the process,
	// unless for a row with another limit of memory.
	FirstSolve float64 `json:"firstSolve,omitempty"`
	Solve      Sample  `json:"solve"` // gnark's solver alone
	// a proof, solver included, from call to return; of a stream, its time divided by its proofs
	Prove Sample `json:"prove"`
	// Verification is its part of Prove, where proofs are made alone. Unverified is Prove without
	// verification, in turn with it.
	Verification *Sample `json:"verification,omitempty"`
	Unverified   *Sample `json:"unverified,omitempty"`
	Gnark        *Sample `json:"gnark,omitempty"`
	// GnarkSolver is Prove with gnark's solver in place of ours, in turn with it.
	GnarkSolver *Sample `json:"gnarkSolver,omitempty"`
	// CPU time, user and system, in seconds for one proof.
	CPUSeconds      float64 `json:"cpuSeconds"`
	GnarkCPUSeconds float64 `json:"gnarkCPUSeconds,omitempty"`
	PerMinute       float64 `json:"perMinute"` // proofs a minute with Concurrency at once
	GnarkPerMinute  float64 `json:"gnarkPerMinute,omitempty"`
	DeviceSums      uint64  `json:"deviceSums"` // MSMs of one of our proofs on the device
	// and on the CPU, which has those too small for the device
	CPUSums  uint64 `json:"cpuSums"`
	BytesUp  uint64 `json:"bytesUp"`  // over the bus to the device, one proof
	KeyBytes uint64 `json:"keyBytes"` // on the device between proofs
	// most that was in use on the device in the proofs before the measured ones
	DeviceBytes uint64 `json:"deviceBytes"`
	// HostBytes is the most that proofs had on Go's heap beyond system, witness and keys, garbage
	// included. Ours has what stays between proofs, too.
	HostBytes      uint64 `json:"hostBytes,omitempty"`
	GnarkHostBytes uint64 `json:"gnarkHostBytes,omitempty"`
	// HostPlanned is what the plan of the memory has for HostBytes, without garbage. It is known of
	// proofs made alone, with a device.
	HostPlanned uint64 `json:"hostPlanned,omitempty"`

	Proofs   int `json:"proofs"`   // made, by both provers together
	Verified int `json:"verified"` // always as many
	// of one proof made alone: with a device one more, which was watched
	Spans []Span `json:"spans,omitempty"`
	// Device sums up the spans of the device.
	Device *DeviceTime `json:"device,omitempty"`
}

// String describes the machine in a line.
func (m Machine) String() string {
	device := "no GPU"
	switch m.Device.Kind {
	case GPU:
		device = m.Device.Name
		if m.Device.Driver != "" {
			device += ", driver " + m.Device.Driver
		}
	case Emulator:
		device = "an emulated GPU, whose times say nothing about a real one"
	}
	return fmt.Sprintf("%s; %s, %d of %d cores; %s, revision %s", device, m.CPU,
		min(m.Threads, m.Cores), m.Cores, m.Go, m.Revision)
}
