package solver

import (
	"slices"

	"github.com/consensys/gnark/constraint"
)

// lookup is the table of one [constraint.BlueprintLookupHint], as far as it was asked for. It
// belongs to one solution: the blueprint's own copy does not change.
type lookup[E any] struct {
	entries []E
	read    int // words of the blueprint's calldata
}

func (m *Machine[E]) lookup(instruction uint32) error {
	sys := m.system.System
	packed := sys.Instructions[instruction]
	calldata := m.calldata(instruction)
	b := sys.Blueprints[packed.BlueprintID].(*constraint.BlueprintLookupHint[constraint.U64])
	entries := m.entries(packed.BlueprintID, b.EntriesCalldata, int(calldata[1]))
	outputs := m.W[packed.WireOffset:][:calldata[2]]
	calldata = calldata[3:]
	x, v := &m.scratch.x, m.scratch.words
	for i := range outputs {
		calldata = calldata[m.loops.Read(calldata, x):]
		m.loops.Words(x, v)
		if slices.Max(v[1:]) != 0 || v[0] >= uint64(len(entries)) {
			return ErrNotInTable
		}
		outputs[i] = entries[v[0]]
	}
	return nil
}

// entries returns the first entries of a blueprint's table. A schedule lets them be known.
func (m *Machine[E]) entries(b constraint.BlueprintID, calldata []uint32, n int) []E {
	m.shared.reading.Lock()
	defer m.shared.reading.Unlock()
	t := &m.shared.lookups[b]
	for len(t.entries) < n {
		t.read += m.loops.Read(calldata[t.read:], &m.scratch.x)
		t.entries = append(t.entries, m.scratch.x)
	}
	return t.entries[:n]
}

func (m *Machine[E]) custom(instruction, level uint32) error {
	sys := m.system.System
	packed := sys.Instructions[instruction]
	b := sys.Blueprints[packed.BlueprintID].(constraint.BlueprintSolvable[constraint.U64])
	return b.Solve(&view[E]{m.system.Typed, m, level}, packed.Unpack(sys))
}

// view is a machine as a blueprint sees it.
type view[E any] struct {
	Typed   // for its arithmetic
	machine *Machine[E]
	level   uint32 // of the instruction
}

func (v *view[E]) GetValue(coefficient, wire uint32) constraint.U64 {
	x := &v.machine.scratch.x
	*x = *new(E)
	v.machine.loops.Accumulate(x, coefficient, wire)
	return v.machine.system.Scalars.ToU64(x)
}

func (v *view[E]) GetCoeff(coefficient uint32) constraint.U64 {
	return v.machine.system.Scalars.ToU64(&v.machine.Constants[coefficient])
}

func (v *view[E]) SetValue(wire uint32, x constraint.U64) {
	v.machine.W[wire] = v.machine.system.Scalars.FromU64(&x)
}

// IsSolved reports whether a wire was set before the instruction's level.
func (v *view[E]) IsSolved(wire uint32) bool { return v.machine.Program.SolvedIn[wire] < v.level }

func (v *view[E]) Read(calldata []uint32) (constraint.U64, int) {
	x := &v.machine.scratch.x
	n := v.machine.loops.Read(calldata, x)
	return v.machine.system.Scalars.ToU64(x), n
}

func (v *view[E]) GetBlueprint(id constraint.BlueprintID) constraint.Blueprint {
	return v.machine.system.System.Blueprints[id]
}
