package translate

import (
	"math"
	"sync/atomic"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// A wire is set in the first piece that has it and may set it. To know these pieces at once, chunks
// are walked over twice: for the places of wires, and to be translated.

const unset = math.MaxUint32 // is the place of wires that no piece may set

// finder walks over a chunk for places of wires, and for bits.
type finder struct {
	*source
	place uint32
	gates []bitGate
	words int // of calldata, and outputs
	turn  turn
}

func (f *finder) walk(c chunk) {
	for p := range c.pieces(f.system.Levels) {
		f.place = p.place
		for _, i := range p.instructions {
			packed := &f.system.Instructions[i]
			f.kinds[packed.BlueprintID].find(f, i, f.system.CallData[packed.StartCallData:])
			f.turn.yield()
		}
	}
}

// may notes that this piece sets a wire, unless an earlier one does. Other chunks do so meanwhile.
func (f *finder) may(wire uint32) {
	place := &f.places[wire]
	for {
		first := atomic.LoadUint32(place)
		if first <= f.place || atomic.CompareAndSwapUint32(place, first, f.place) {
			return
		}
	}
}

func (f *finder) outputs(first uint32, n int) {
	f.words += n
	for i := range n {
		f.may(first + uint32(i))
	}
}

func (f *finder) hint(_ uint32, d []uint32) {
	c := program.NewCall(d)
	f.words += len(c.Inputs)
	f.outputs(c.First, c.NbOutputs)
	if f.bitHints[c.ID] && c.NbInputs == 1 {
		for i := range c.NbOutputs {
			f.gates = append(f.gates, outputBit(c.First+uint32(i)))
		}
	}
}

func (f *finder) lookup(i uint32, d []uint32) {
	f.outputs(f.system.Instructions[i].WireOffset, int(d[2]))
}

func (f *finder) batchInverse(i uint32, d []uint32) {
	f.words += int(d[0])
	f.outputs(f.system.Instructions[i].WireOffset, int(d[1]))
}

func (f *finder) custom(i uint32, _ []uint32) {
	packed := f.system.Instructions[i]
	b, instruction := f.system.Blueprints[packed.BlueprintID], packed.Unpack(f.system)
	f.outputs(instruction.WireOffset, program.Outputs(f.system, b, instruction))
}

func (f *finder) r1c(_ uint32, d []uint32) {
	c := newR1C(0, d)
	f.words += int(d[0])
	for _, terms := range [...][]uint32{c.l, c.r, c.o} {
		for i := 1; i < len(terms); i += 2 {
			if wire := terms[i]; wire != math.MaxUint32 {
				f.may(wire)
			}
		}
	}
	if wire, ok := assertedBit(&c); ok {
		f.gates = append(f.gates, outputBit(wire))
	}
}

// sparseOutput is that of gates whose wire c is their output.
func (f *finder) sparseOutput(_ uint32, d []uint32) { f.may(d[2]) }

func (f *finder) sparseBool(_ uint32, d []uint32) {
	f.gates = append(f.gates, bitGate{d[0], d[1], d[2]})
}

func (f *finder) sparseGate(_ uint32, d []uint32) {
	if constraint.CommitmentConstraint(d[8]) != constraint.NOT {
		return
	}
	for _, wire := range d[:3] {
		f.may(wire)
	}
}
