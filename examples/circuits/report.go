package main

import (
	"encoding/json"
	"io"
	"slices"
	"time"

	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
)

// report is what -json prints, as one object. All durations are in milliseconds. After a failure it
// holds what was known by then, and Error says what went wrong.
type report struct {
	Circuit circuitReport   `json:"circuit"`
	Scheme  string          `json:"scheme"`
	Curve   string          `json:"curve"`
	Backend proving.Backend `json:"backend"` // as asked for: auto, cpu or cuda
	Device  deviceReport    `json:"device"`
	Times   timesReport     `json:"milliseconds"`
	// Prepared says what became of the files of -prepared: "refused" if any was, or else "made" if
	// any was, or else "used". PreparedBytes counts those that were read.
	Prepared      string `json:"prepared,omitempty"`
	PreparedBytes int64  `json:"preparedBytes,omitempty"`
	// Plan is the answer to -plan; then nothing is proved.
	Plan *planReport `json:"plan,omitempty"`
	// Stream is about the proofs of -stream.
	Stream *streamReport `json:"stream,omitempty"`
	// SpeedUp is gnark's median divided by ours; with -compare only.
	SpeedUp float64 `json:"speedUp,omitempty"`
	// Proofs counts our proofs, Verified those of them that gnark's verifier accepted, and the two
	// others gnark's own.
	Proofs        int `json:"proofs"`
	Verified      int `json:"verified"`
	GnarkProofs   int `json:"gnarkProofs,omitempty"`
	GnarkVerified int `json:"gnarkVerified,omitempty"`
	// Statistics are the engine's, after the last proof and before the key was released.
	Statistics statisticsReport `json:"statistics"`
	// Note is a remark for people, empty if there is none.
	Note string `json:"note,omitempty"`
	// Error is empty if and only if the exit status is 0.
	Error string `json:"error,omitempty"`
}

type circuitReport struct {
	Name        string `json:"name"`
	Size        string `json:"size"`   // what the wanted number of constraints was turned into
	Wanted      int    `json:"wanted"` // the value of -constraints
	Constraints int    `json:"constraints"`
	Public      int    `json:"public"` // public variables, with gnark's constant one
	Secret      int    `json:"secret"`
	Internal    int    `json:"internal"`
}

type deviceReport struct {
	// Acceleration is "cuda" if multi-scalar multiplications ran on the device, and "none" if all
	// ran on the CPU.
	Acceleration string `json:"acceleration"`
	// Name and Memory (in bytes) describe the device, also one that turned out to be of no use.
	// They are empty and zero if none was opened.
	Name   string `json:"name"`
	Memory uint64 `json:"memory"`
	// Threads is the number of threads that the CPU's part may use.
	Threads int `json:"threads"`
	// State names the reason for which no device is used. It has two or three words that do not
	// change: see stateOf. It is empty while one is. Reason is the error behind it, or behind what
	// a device left to the CPU.
	State  string `json:"state,omitempty"`
	Reason string `json:"reason,omitempty"`
	// Each says what each of the engine's devices did. It is empty without a device.
	Each []deviceUse `json:"each,omitempty"`
}

// deviceUse is a device, and a part of accel.Statistics about it.
type deviceUse struct {
	Index        int    `json:"index"`
	Name         string `json:"name"`
	Memory       uint64 `json:"memory"` // bytes
	MSMs         uint64 `json:"msms"`
	Points       uint64 `json:"points"`
	Computations uint64 `json:"computations"`
	Failures     uint64 `json:"failures"`
	DeviceBytes  uint64 `json:"deviceBytes"`
}

type timesReport struct {
	Compile  float64 `json:"compile"`
	Setup    float64 `json:"setup,omitempty"`    // zero if the keys were read
	ReadKeys float64 `json:"readKeys,omitempty"` // zero if they were made
	LoadKey  float64 `json:"loadKey"`            // onto the device
	Solve    float64 `json:"solve"`
	// Prove has the time of each of our proofs in order, GnarkProve that of gnark's.
	Prove       []float64 `json:"prove"`
	ProveFirst  float64   `json:"proveFirst"`
	ProveMedian float64   `json:"proveMedian"`
	// Solver has the solver's time of each of our proofs. BeyondMedian is the median of the rest of
	// each.
	Solver       []float64 `json:"solver,omitempty"`
	BeyondMedian float64   `json:"beyondMedian"`
	GnarkProve   []float64 `json:"gnarkProve,omitempty"`
	GnarkMedian  float64   `json:"gnarkMedian,omitempty"`
}

// streamReport compares a stream with the proofs that were made one after the other before it.
type streamReport struct {
	Proofs       int     `json:"proofs"`
	Milliseconds float64 `json:"milliseconds"` // of all, from the first witness to the last proof
	PerProof     float64 `json:"perProof"`
	// Solver and Beyond are means of the proofs before: the solver's times, and the rest.
	// SolverWithin is that of the solver in the stream.
	Solver       float64 `json:"solver"`
	Beyond       float64 `json:"beyond"`
	SolverWithin float64 `json:"solverWithin"`
	// Overlap is the longer of Solver and Beyond, divided by PerProof. With one solver it is 1 if
	// neither stage ever waits for the other, or takes longer beside it. Several solvers make it
	// more, where the solver takes longer than the rest.
	Overlap float64 `json:"overlap"`
	// OverlapWithin is the same with SolverWithin for Solver, whose time varies from one moment to
	// the next.
	OverlapWithin float64 `json:"overlapWithin"`
}

// streamed enters the time of n proofs, and the solver's part of each.
func (r *report) streamed(proofs int, took time.Duration, solver []float64) {
	s := &streamReport{Proofs: proofs, Milliseconds: milliseconds(took),
		Solver: mean(r.Times.Solver), SolverWithin: mean(solver)}
	s.PerProof = s.Milliseconds / float64(proofs)
	s.Beyond = mean(r.Times.Prove) - s.Solver
	s.Overlap = max(s.Solver, s.Beyond) / s.PerProof
	s.OverlapWithin = max(s.SolverWithin, s.Beyond) / s.PerProof
	r.Stream = s
}

// statisticsReport is accel.Statistics, which documents the fields.
type statisticsReport struct {
	DeviceMSMs   uint64 `json:"deviceMSMs"`
	DevicePoints uint64 `json:"devicePoints"`
	SentMSMs     uint64 `json:"sentMSMs"`
	CPUSmall     uint64 `json:"cpuSmall"`
	CPUNoDevice  uint64 `json:"cpuNoDevice"`
	CPUFailure   uint64 `json:"cpuFailure"`
	CPUPoints    uint64 `json:"cpuPoints"`
	BytesUp      uint64 `json:"bytesUp"`
	Failures     uint64 `json:"failures"`
	DeviceBytes  uint64 `json:"deviceBytes"`

	OwnSolutions   uint64 `json:"ownSolutions"`
	GnarkSolutions uint64 `json:"gnarkSolutions"`
	DeviceProofs   uint64 `json:"deviceProofs"`
	GnarkProofs    uint64 `json:"gnarkProofs"`
	CPUProofs      uint64 `json:"cpuProofs"`
}

// proved enters the times of the proofs, and the solver's part of each of ours.
func (r *report) proved(ours, gnarks []time.Duration, solver []float64) {
	r.Times.Prove, r.Times.GnarkProve = allMilliseconds(ours), allMilliseconds(gnarks)
	if len(ours) > 0 {
		r.Times.ProveFirst = r.Times.Prove[0]
		r.Times.ProveMedian = median(r.Times.Prove)
	}
	if len(solver) > 0 && len(solver) == len(ours) {
		beyond := make([]float64, len(ours))
		for i := range beyond {
			beyond[i] = max(0, r.Times.Prove[i]-solver[i])
		}
		r.Times.Solver, r.Times.BeyondMedian = solver, median(beyond)
	}
	if len(gnarks) > 0 {
		r.Times.GnarkMedian = median(r.Times.GnarkProve)
		r.SpeedUp = r.Times.GnarkMedian / r.Times.ProveMedian
	}
}

func allMilliseconds(durations []time.Duration) []float64 {
	all := make([]float64, len(durations))
	for i, d := range durations {
		all[i] = milliseconds(d)
	}
	return all
}

// median is the middle value, or the mean of the two in the middle. There is at least one.
func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// mean is the arithmetic mean, and 0 for no values.
func mean(values []float64) (m float64) {
	for _, v := range values {
		m += v / float64(len(values))
	}
	return m
}

func writeJSON(w io.Writer, value any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(value)
}
