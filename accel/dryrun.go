package accel

import (
	"fmt"

	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/engine/group"
)

// MemoryPlan says what a device's memory serves. Bases are the vectors of a key, in the order in
// which they are loaded. Vectors are those of field elements. Sums are the multi-scalar
// multiplications, with the scratch memory of each.
//
// Resident, Proof and Scratch say how many bytes are taken between proofs, by a proof in
// addition, and by its sums in addition; Total is all of that. Sums outside of proofs may take
// more scratch memory where there is more. Warnings tell what there is too little memory for.
//
// Of a Groth16 key that is spread over several devices, all of this is the share of the first one,
// which has the quotient. A PLONK key is whole on each of several devices that share the work of a
// proof. Shares says which ranges each device has, and Gain how many times faster all are than one,
// as predicted. Other plans have neither. Making has the ways to a key.
type MemoryPlan = engine.MemoryPlan

// PlannedBases is a vector of a key. It says where the points are, how many multiples are kept of
// each, itself included, and the bytes that they take of the device between proofs.
type PlannedBases = engine.PlannedBases

// PlannedVectors are vectors of field elements. PlannedSum is a multi-scalar multiplication, or
// several over the same bases at once, with the number of its chunks.
type (
	PlannedVectors = engine.PlannedVectors
	PlannedSum     = engine.PlannedSum
)

// PlannedShare is one device's share of a spread key. Bytes are those of its points without
// multiples. PlannedPart is a range of the points of one sum; the quotient is a part, too.
type (
	PlannedShare = engine.PlannedShare
	PlannedPart  = engine.PlannedPart
)

// PlannedProofs says how proofs are made, as [WithMinSize] explains. The times are those of an H100
// beside 16 threads: an engine measures its own.
type PlannedProofs = engine.PlannedProofs

// PlannedMaking is a way to a key, by a setup or from a file, with the most memory that it takes of
// the device.
type PlannedMaking = engine.PlannedMaking

// Place says where bases or vectors are.
type Place = engine.Place

const (
	// OnDevice: they stay on the device between proofs.
	OnDevice = engine.OnDevice
	// Sent: the points, or the scalars, stay on the host and are sent with each sum.
	Sent = engine.Sent
	// EachProof: they are on the device while a proof is made.
	EachProof = engine.EachProof
	// OnCPU: the CPU computes with them.
	OnCPU = engine.OnCPU
)

// NewDryRun serves the provers of this module: their functions Plan are for programs. It returns a
// dry run of an engine with these options. The memory has to be given: [WithMemoryLimit]. There is
// one device, or there are those of [WithDevices], which are alike.
func NewDryRun(opts ...Option) (*group.DryRun, error) {
	c, err := newConfig(opts)
	if err != nil {
		return nil, err
	}
	if c.cuda.MemoryLimit == 0 {
		return nil, fmt.Errorf("%w: a plan needs WithMemoryLimit", ErrInvalidOption)
	}
	open := func() engine.Backend { return cuda.OpenDry(c.cuda) }
	config := engine.Config{MinSize: c.minSize, ByTimes: c.byTimes}
	return &group.DryRun{
		DryRun: engine.NewDryRun(open, c.cuda.MemoryLimit, config),
		Machine: group.NewMachine(max(1, len(c.cuda.Devices)), c.cuda.MemoryLimit, config,
			c.placement),
	}, nil
}
