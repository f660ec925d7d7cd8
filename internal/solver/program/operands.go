package program

import (
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/consensys/gnark/frontend/cs"
)

// The operations below have operands that are not in their words: these are indices into the
// program's lists, or instructions of the system.

func (f *Footprint) equate(words []uint32) {
	e := &f.program.Equations[words[0]]
	f.expressions(e.Code)
	f.set(e.First, uint32(e.Outputs()))
}

func (f *Footprint) divided(words []uint32) {
	x := &f.program.Fractions[words[0]]
	f.expressions(x.Code)
	f.set(x.First, uint32(len(x.Modulus)))
}

func (f *Footprint) find(words []uint32) {
	c, part := &f.program.Counts[words[0]], words[1]
	n := min(PartQueries, c.Queries-int(part)*PartQueries)
	f.expressions(c.Parts[part])
	f.Cost += costQuery * uint32(n)
	f.set(f.parts+c.FirstPart+part, 1)
}

func (f *Footprint) count(words []uint32) {
	c := &f.program.Counts[words[0]]
	for part := range c.Parts {
		f.read(f.parts + c.FirstPart + uint32(part))
	}
	f.Cost += uint32(c.Queries) + costOutput*uint32(c.Rows)
	f.set(c.First, uint32(c.Rows))
}

func (f *Footprint) countElements(words []uint32) {
	c := &f.program.Counts[words[0]]
	f.expressions(c.Code)
	f.Cost += costQuery*uint32(c.Rows+c.Queries) + costOutput*uint32(c.Rows)
	f.set(c.First, uint32(c.Rows))
}

func (f *Footprint) collect(words []uint32) {
	c, part := &f.program.Commitments[words[0]], words[1]
	call := NewCall(f.calldata(c.Instruction))
	n := min(PartInputs, call.NbInputs-int(part)*PartInputs)
	f.readAll(call.Inputs[c.Parts[part]:], n)
	f.set(f.inputs+c.FirstPart+part, 1)
}

func (f *Footprint) commit(words []uint32) {
	c := &f.program.Commitments[words[0]]
	for part := range c.Parts {
		f.read(f.inputs + c.FirstPart + uint32(part))
	}
	call := NewCall(f.calldata(c.Instruction))
	f.Cost += costCommitted * uint32(call.NbInputs)
	f.set(call.First, uint32(call.NbOutputs))
}

// Commitments is the hint that stands for commitments, whose inputs stay field elements.
var Commitments = solver.GetHintID(cs.Bsb22CommitmentComputePlaceholder)

func (f *Footprint) hint(words []uint32) {
	call := NewCall(f.calldata(words[0]))
	f.readAll(call.Inputs, call.NbInputs)
	f.set(call.First, uint32(call.NbOutputs))
	if f.program.StandIns[call.ID] != nil {
		f.Cost += costLattice
	} else {
		f.Cost += costForeign + costInteger*uint32(call.NbInputs+call.NbOutputs)
	}
}

// The first lookup reads the entries of the table, and the others read the table.
func (f *Footprint) lookup(words []uint32) {
	packed := f.system.Instructions[words[0]]
	calldata := f.calldata(words[0])
	b := f.system.Blueprints[packed.BlueprintID].(*constraint.BlueprintLookupHint[constraint.U64])
	table := f.tables + uint32(packed.BlueprintID)
	f.read(table)
	size, n := calldata[1], calldata[2]
	if size > f.entries[packed.BlueprintID] {
		f.entries[packed.BlueprintID] = size
		f.readAll(b.EntriesCalldata, int(size))
		f.set(table, 1)
	}
	f.readAll(calldata[3:], int(n))
	f.set(packed.WireOffset, n)
	f.Cost += costQuery * n
}

// The blueprint alone knows its reads.
func (f *Footprint) custom(words []uint32) {
	i := f.system.Instructions[words[0]].Unpack(f.system)
	b := f.system.Blueprints[f.system.Instructions[words[0]].BlueprintID]
	f.set(i.WireOffset, uint32(Outputs(f.system, b, i)))
	f.Alone = true
}

func (f *Footprint) calldata(instruction uint32) []uint32 {
	return f.system.CallData[f.system.Instructions[instruction].StartCallData:]
}
