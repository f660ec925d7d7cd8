package engine

import "github.com/gnark-accel/gnark-accel/accel/cuda"

// MemoryPlan is accel.MemoryPlan, which documents it.
type MemoryPlan struct {
	Limit    uint64           `json:"limit"`
	Bases    []*PlannedBases  `json:"bases"`
	Vectors  []PlannedVectors `json:"vectors"`
	Sums     []PlannedSum     `json:"sums"`
	Making   []PlannedMaking  `json:"making,omitempty"`
	Warnings []string         `json:"warnings,omitempty"`

	Proofs PlannedProofs `json:"proofs"`

	Shares []PlannedShare `json:"shares,omitempty"`
	Gain   float64        `json:"gain,omitempty"`
}

// PlannedProofs says how proofs are made, and the times that were predicted in milliseconds: on the
// device, by gnark, and by our prover without a device. Zeros stand for none.
type PlannedProofs struct {
	Way    string  `json:"way"`
	Device float64 `json:"device,omitempty"`
	Gnark  float64 `json:"gnark,omitempty"`
	CPU    float64 `json:"cpu,omitempty"`
}

// PlannedShare is one device's share of a key and of its proofs' work.
type PlannedShare struct {
	Device int           `json:"device"`
	Bytes  uint64        `json:"bytes"` // of points, without multiples
	Parts  []PlannedPart `json:"parts"`
}

// PlannedPart is a range of the points of a sum, or of another piece of a proof's work.
type PlannedPart struct {
	Name string `json:"name"`
	From int    `json:"from"`
	To   int    `json:"to"`
	Of   int    `json:"of"`
}

// Place says where bases or vectors are.
type Place string

// The places.
const (
	OnDevice  Place = "on the device"
	Sent      Place = "sent with each sum"
	EachProof Place = "for each proof"
	OnCPU     Place = "on the CPU"
)

// PlannedBases is a vector of a key.
type PlannedBases struct {
	Name      string `json:"name"`
	Group     string `json:"group"`
	Points    int    `json:"points"`
	Place     Place  `json:"place"`
	Multiples int    `json:"multiples,omitempty"`
	Window    int    `json:"window,omitempty"` // in bits
	Bytes     uint64 `json:"bytes"`
}

// PlannedVectors are vectors of field elements.
type PlannedVectors struct {
	Name  string `json:"name"`
	Place Place  `json:"place"`
	Bytes uint64 `json:"bytes"`
}

// PlannedSum is a sum over bases, or several at once.
type PlannedSum struct {
	Over    string `json:"over"`
	Scalars int    `json:"scalars"` // of one vector
	Vectors int    `json:"vectors"`
	Window  int    `json:"window"` // in bits
	Chunks  int    `json:"chunks"`
	Bytes   uint64 `json:"bytes"` // of scratch memory
}

// PlannedMaking is a way to a key, and the most memory of the device that it has in use at once, in
// bytes, beside keys that are there already.
type PlannedMaking struct {
	Name   string `json:"name"`
	Device uint64 `json:"device"`
}

// Resident is the memory, in bytes, in use between proofs.
func (p *MemoryPlan) Resident() (bytes uint64) {
	for _, b := range p.Bases {
		bytes += b.Bytes
	}
	return bytes + p.of(OnDevice)
}

// Proof is the memory, in bytes, that a proof's vectors take in addition.
func (p *MemoryPlan) Proof() uint64 { return p.of(EachProof) }

func (p *MemoryPlan) of(place Place) (bytes uint64) {
	for _, v := range p.Vectors {
		if v.Place == place {
			bytes += v.Bytes
		}
	}
	return bytes
}

// Scratch is the memory, in bytes, that the sums take in addition, as many as run at once.
func (p *MemoryPlan) Scratch() (bytes uint64) {
	for _, s := range p.Sums {
		bytes = max(bytes, s.Bytes)
	}
	return cuda.Slots * bytes
}

// Total is the memory, in bytes, in use during a proof.
func (p *MemoryPlan) Total() uint64 { return p.Resident() + p.Proof() + p.Scratch() }
