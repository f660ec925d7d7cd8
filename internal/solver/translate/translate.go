package translate

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/raw"
	"github.com/gnark-accel/gnark-accel/internal/solver/integers"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// maxWires bounds the wires: the terms of a [program.Few] have two bits beside them.
const maxWires = 1 << 30

// System translates a system. It returns an error that wraps [program.ErrUnsupported] if programs
// cannot express the system. It reads the system only.
func System(system *constraint.System, field Field) (p *program.Program, err error) {
	defer func() {
		if r := recover(); r != nil { // a blueprint's method, on a system that was read from a file
			p, err = nil, fmt.Errorf("%w: %v", program.ErrUnsupported, r)
		}
	}()
	if hasGKR(system) {
		return nil, fmt.Errorf("%w: GKR as gnark v0.14 has it", program.ErrUnsupported)
	}
	t, err := newTranslator(system, field)
	if err != nil {
		return nil, err
	}
	if t.Wires > maxWires {
		return nil, fmt.Errorf("%w: %d wires", program.ErrUnsupported, t.Wires)
	}
	for l, level := range system.Levels {
		t.level = uint32(l)
		for _, i := range level {
			packed := &system.Instructions[i]
			translate := t.translations[packed.BlueprintID]
			if err := translate(t, i, system.CallData[packed.StartCallData:]); err != nil {
				return nil, err
			}
			t.cut()
		}
		t.flush()
	}
	for wire, solved := range t.solved {
		if !solved {
			return nil, fmt.Errorf("%w: no operation sets wire %d", program.ErrUnsupported, wire)
		}
	}
	t.Final, t.FinalWires = []uint32{uint32(len(t.Code))}, t.Wires
	t.Folded, t.Magnitudes = t.constants.folded, t.constants.magnitudes
	return t.Program, nil
}

func newTranslator(system *constraint.System, field Field) (*translator, error) {
	err := errors.Join(checkFields(reflect.TypeFor[constraint.System]()),
		checkFields(reflect.TypeFor[constraint.PackedInstruction]()))
	if err != nil {
		return nil, err
	}
	internal, secret, public := system.GetNbVariables()
	t := &translator{
		Program: &program.Program{
			Code:   raw.Huge(make([]uint32, 0, len(system.CallData)/2)),
			Checks: raw.Huge(make([]uint32, 0, len(system.CallData)/2)),
			Wires:  internal + secret + public,
			Known:  secret + public,
			Public: public,
			Rows:   system.GetNbConstraints(),
			Sparse: system.Type == constraint.SystemSparseR1CS,

			Foreign: map[string]int{},
		},
		system:    system,
		constants: newConstants(field),

		decompositions: map[uint32]decomposition{}, equations: map[string]*integers.Equation{},
		sides: newSides(system.CallData),
		combinations: combinations{
			byLast: map[uint32]uint32{}, shapes: shapes{ids: map[string]uint32{}},
			relations: map[relationKey]*relation{},
		},
	}
	t.natives, t.StandIns = known(system)
	t.Natives = slices.Collect(maps.Keys(t.StandIns))
	t.findBits()
	t.solved = make([]bool, t.Wires)
	if !t.Sparse {
		t.Read = make([]uint64, (t.Rows+63)/64)
	}
	for i := range t.Known {
		t.solved[i] = true
	}
	for _, b := range system.Blueprints {
		translation, err := translationOf(b)
		if err != nil {
			return nil, err
		}
		if translation == nil {
			translation, t.SolvedIn = (*translator).custom, make([]uint32, t.Wires)
		}
		t.translations = append(t.translations, translation)
	}
	return t, nil
}

// lookup translates a query of a table, which the machine reads from the system.
func (t *translator) lookup(i uint32, d []uint32) error {
	t.emit(program.Lookup, i)
	return t.setAll(t.system.Instructions[i].WireOffset, int(d[2]))
}

func (t *translator) batchInverse(i uint32, d []uint32) error {
	first, n, rest := t.system.Instructions[i].WireOffset, int(d[1]), d[2:]
	t.inversions = slices.Grow(t.inversions, n)
	for i := range n {
		var terms []uint32
		terms, rest = program.Next(rest)
		t.inversions = append(t.inversions, inversion{first + uint32(i), terms})
	}
	return t.setAll(first, n)
}

// cut lets the assertions be cut here, unless the last cut is too near.
func (t *translator) cut() {
	if n := uint32(len(t.Checks)); n >= t.lastCut+program.CutWords {
		t.lastCut, t.Cuts = n, append(t.Cuts, n)
	}
}

func (t *translator) flushInversions() {
	if len(t.inversions) > 0 && t.inverses == nil {
		t.inverses = make([]inverse, t.Wires)
	}
	here := uint32(len(t.Code)) + 1
	for _, v := range t.inversions {
		t.inverses[v.wire].code = here
	}
	for batch := range slices.Chunk(t.inversions, program.Batch) {
		t.emit(program.Invert, uint32(len(batch)))
		for _, v := range batch {
			t.emit(v.wire)
			of := inverse{code: uint32(len(t.Code))}
			if t.final(v.terms, here) {
				of.terms = placeOf(v.terms, t.system.CallData)
			}
			t.inverses[v.wire] = of
			t.value(v.terms)
		}
	}
}

// final says whether the wires of terms have their last values before inversions begin, at a place
// in Code. No later level sets such a wire, nor does one of these inversions.
func (t *translator) final(terms []uint32, from uint32) bool {
	for i := 1; i < len(terms); i += 2 {
		wire := terms[i]
		if wire != math.MaxUint32 && (!t.solved[wire] || t.inverses[wire].code >= from) {
			return false
		}
	}
	return true
}

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
	t.divisions, t.inversions = t.divisions[:0], t.inversions[:0]
}
