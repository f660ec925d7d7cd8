package translate

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// maxWires bounds the wires: the terms of a [program.Few] have two bits beside them. It bounds all
// levels' instructions, too, whose number is a place.
const maxWires = 1 << 30

// System translates a system. It returns an error that wraps [program.ErrUnsupported] if programs
// cannot express the system. It reads the system only.
func System(system *constraint.System, field Field) (p *program.Program, err error) {
	defer program.Recover(&err)
	if hasGKR(system) {
		return nil, fmt.Errorf("%w: GKR as gnark v0.14 has it", program.ErrUnsupported)
	}
	if inputless(system) {
		return nil, fmt.Errorf("%w: no inputs", program.ErrUnsupported)
	}
	err = errors.Join(checkFields(reflect.TypeFor[constraint.System]()),
		checkFields(reflect.TypeFor[constraint.PackedInstruction]()))
	if err != nil {
		return nil, err
	}
	s, err := newSource(system, field)
	if err != nil {
		return nil, err
	}
	chunks := chunksOf(system.Levels)
	if len(chunks) > maxWires/ChunkLength {
		return nil, fmt.Errorf("%w: %d chunks", program.ErrUnsupported, len(chunks))
	}
	costs, err := s.find(chunks)
	if err != nil {
		return nil, err
	}
	fragments, err := s.translate(chunks, costs)
	if err != nil {
		return nil, err
	}
	if err := s.translateQueries(fragments); err != nil {
		return nil, err
	}
	return s.join(fragments)
}

// inputless says whether gnark's versions differ in a solution. The first wire pads L, R and O. It
// has its value before the program runs, unless there is no input.
func inputless(system *constraint.System) bool {
	return system.Type == constraint.SystemSparseR1CS &&
		system.GetNbPublicVariables()+system.GetNbSecretVariables() == 0
}

// translate translates all chunks. The longest come first.
func (s *source) translate(chunks []chunk, costs []int) ([]*fragment, error) {
	order := make([]int, len(chunks))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(x, y int) int { return cmp.Compare(costs[y], costs[x]) })
	fragments := make([]*fragment, len(chunks))
	return fragments, s.each(len(chunks), func(t *translator, n int) (err error) {
		i := order[n]
		fragments[i], err = t.translate(chunks[i], costs[i])
		return err
	})
}

// translate translates a chunk of some words of calldata.
func (t *translator) translate(c chunk, words int) (*fragment, error) {
	t.begin(c, words)
	for p := range c.pieces(t.system.Levels) {
		t.level, t.place = p.level, p.place
		for _, i := range p.instructions {
			packed := &t.system.Instructions[i]
			calldata := t.system.CallData[packed.StartCallData:]
			if err := t.kinds[packed.BlueprintID].translate(t, i, calldata); err != nil {
				return nil, err
			}
			t.cut()
			t.turn.yield()
		}
		t.flush()
	}
	return t.end(), nil
}

// lookup translates a query of a table, which the machine reads from the system.
func (t *translator) lookup(i uint32, d []uint32) error {
	t.emit(program.Lookup, i)
	return t.setAll(t.system.Instructions[i].WireOffset, int(d[2]))
}

// cut lets the assertions be cut here, unless the last cut is too near.
func (t *translator) cut() {
	t.cuts = cutAt(t.cuts, uint32(len(t.checks)))
}

func cutAt(cuts []uint32, at uint32) []uint32 {
	last := uint32(0)
	if n := len(cuts); n > 0 {
		last = cuts[n-1]
	}
	if at < last+program.CutWords {
		return cuts
	}
	return append(cuts, at)
}

// flush appends the divisions and inversions of a piece.
func (t *translator) flush() {
	for batch := range slices.Chunk(t.divisions, program.Batch) {
		operation, divide := uint32(program.Divide), t.divideR1CS
		if t.Sparse {
			operation, divide = program.SparseDivide, t.divideSparse
		}
		t.emit(operation, uint32(len(batch)))
		for _, d := range batch {
			divide(d, t.system.Instructions[d.instruction])
		}
	}
	t.flushInversions()
	t.divisions = t.divisions[:0]
}
