// Package memory describes the memory of a device that keys and proofs take. The functions Plan of
// packages hooks return a [Plan], which needs no device.
package memory

import "github.com/gnark-accel/gnark-accel/accel/cuda/plan"

// Plan says what a device's memory serves. Resident, Proof and Scratch say how many bytes are taken
// between proofs, by a proof in addition, and by its MSMs in addition; Total is all of that. MSMs
// outside of proofs may take more scratch memory where there is more.
//
// Of a Groth16 key that is spread over several devices, all of this is the share of the first one,
// which has the quotient. A PLONK key is whole wherever it is.
type Plan struct {
	// Limit is the device's memory, in bytes, that an engine may use.
	Limit uint64 `json:"limit"`
	// Bases are the vectors of a key, in the order in which they are loaded. Vectors are those of
	// field elements. Sums are the MSMs, with the scratch memory of each.
	Bases   []*Bases  `json:"bases"`
	Vectors []Vectors `json:"vectors"`
	Sums    []Sum     `json:"sums"`
	// Making has the ways to a key.
	Making []Making `json:"making,omitempty"`
	// Warnings tell what there is too little memory for.
	Warnings []string `json:"warnings,omitempty"`
	// Proofs says how proofs are made.
	Proofs Proofs `json:"proofs"`
	// Shares says which ranges each of several devices has, and Gain how many times faster all are
	// than one, as predicted. Other plans have neither.
	Shares []Share `json:"shares,omitempty"`
	Gain   float64 `json:"gain,omitempty"`
}

// Proofs says how proofs are made, as accel.WithMinSize explains, and the times that were
// predicted in milliseconds: on the device, by gnark, and by our prover without a device. Zeros
// stand for none. The times are those of an H100 beside 16 threads: an engine measures its own.
type Proofs struct {
	Way    string  `json:"way"`
	Device float64 `json:"device,omitempty"`
	Gnark  float64 `json:"gnark,omitempty"`
	CPU    float64 `json:"cpu,omitempty"`
}

// Share is one device's share of a key and of its proofs' work.
type Share struct {
	Device int    `json:"device"`
	Bytes  uint64 `json:"bytes"` // of points, without multiples
	Parts  []Part `json:"parts"`
}

// Part is a range of the points of a sum, or of another piece of a proof's work.
type Part struct {
	Name string `json:"name"`
	From int    `json:"from"`
	To   int    `json:"to"`
	Of   int    `json:"of"`
}

// Place says where bases or vectors are.
type Place string

const (
	// OnDevice: they stay on the device between proofs.
	OnDevice Place = "on the device"
	// Sent: the points, or the scalars, stay on the host and are sent with each MSM.
	Sent Place = "sent with each sum"
	// EachProof: they are on the device while a proof is made.
	EachProof Place = "for each proof"
	// OnCPU: the CPU computes with them.
	OnCPU Place = "on the CPU"
)

// Bases is a vector of a key. Multiples are kept of each point, itself included. Bytes are taken
// of the device between proofs.
type Bases struct {
	Name      string `json:"name"`
	Group     string `json:"group"`
	Points    int    `json:"points"`
	Place     Place  `json:"place"`
	Multiples int    `json:"multiples,omitempty"`
	Window    int    `json:"window,omitempty"` // in bits
	Bytes     uint64 `json:"bytes"`
}

// Vectors are vectors of field elements.
type Vectors struct {
	Name  string `json:"name"`
	Place Place  `json:"place"`
	Bytes uint64 `json:"bytes"`
}

// Sum is an MSM over bases, or several at once.
type Sum struct {
	Over    string `json:"over"`
	Scalars int    `json:"scalars"` // of one vector
	Vectors int    `json:"vectors"`
	Window  int    `json:"window"` // in bits
	Chunks  int    `json:"chunks"`
	Bytes   uint64 `json:"bytes"` // of scratch memory
}

// Making is a way to a key, and the most memory of the device that it has in use at once, in
// bytes, beside keys that are there already.
type Making struct {
	Name   string `json:"name"`
	Device uint64 `json:"device"`
}

// Resident is the memory, in bytes, in use between proofs.
func (p *Plan) Resident() (bytes uint64) {
	for _, b := range p.Bases {
		bytes += b.Bytes
	}
	return bytes + p.of(OnDevice)
}

// Proof is the memory, in bytes, that a proof's vectors take in addition.
func (p *Plan) Proof() uint64 { return p.of(EachProof) }

func (p *Plan) of(place Place) (bytes uint64) {
	for _, v := range p.Vectors {
		if v.Place == place {
			bytes += v.Bytes
		}
	}
	return bytes
}

// Scratch is the memory, in bytes, that the sums take in addition, as many as run at once.
func (p *Plan) Scratch() (bytes uint64) {
	for _, s := range p.Sums {
		bytes = max(bytes, s.Bytes)
	}
	return plan.Slots * bytes
}

// Total is the memory, in bytes, in use during a proof.
func (p *Plan) Total() uint64 { return p.Resident() + p.Proof() + p.Scratch() }
