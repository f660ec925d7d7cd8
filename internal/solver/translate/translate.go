package translate

import (
	"fmt"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/solver/limbs"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// maxWires bounds the wires: the terms of a [program.Few] have two bits beside them.
const maxWires = 1 << 30

// System translates a system. It returns an error that wraps [program.ErrUnsupported] if the system
// has what programs cannot express. It reads the system only.
func System(system *constraint.System, field Field) (p *program.Program, err error) {
	defer func() {
		if r := recover(); r != nil { // a blueprint's method, on a system that was read from a file
			p, err = nil, fmt.Errorf("%w: %v", program.ErrUnsupported, r)
		}
	}()
	if hasGKR(system) {
		return nil, fmt.Errorf("%w: GKR as gnark v0.14 has it", program.ErrUnsupported)
	}
	t := newTranslator(system, field)
	if t.Wires > maxWires {
		return nil, fmt.Errorf("%w: %d wires", program.ErrUnsupported, t.Wires)
	}
	for l, level := range system.Levels {
		t.level = uint32(l)
		for _, i := range level {
			if err := t.instruction(i); err != nil {
				return nil, err
			}
		}
		t.flush()
	}
	for wire, solved := range t.solved {
		if !solved {
			return nil, fmt.Errorf("%w: no operation sets wire %d", program.ErrUnsupported, wire)
		}
	}
	return t.finish(), nil
}

func newTranslator(system *constraint.System, field Field) *translator {
	internal, secret, public := system.GetNbVariables()
	t := &translator{
		Program: &program.Program{
			Code:   make([]uint32, 0, len(system.CallData)/2),
			Wires:  internal + secret + public,
			Known:  secret + public,
			Public: public,
			Rows:   system.GetNbConstraints(),
			Sparse: system.Type == constraint.SystemSparseR1CS,

			Foreign: map[string]int{},
		},
		system:    system,
		constants: newConstants(field),
		natives:   registered(system),

		decompositions: map[uint32]decomposition{}, equations: map[string]*limbs.Equation{},
	}
	t.findBits()
	t.sides = sides{system.CallData, map[uint64]side{}}
	t.combinations = combinations{
		byLast: map[uint32]uint32{}, shapes: shapes{ids: map[string]uint32{}},
		relations: map[relationKey]*relation{},
	}
	t.solved = make([]bool, t.Wires)
	if !t.Sparse {
		t.Read = make([]uint64, (t.Rows+63)/64)
	}
	for i := range t.Known {
		t.solved[i] = true
	}
	for _, b := range system.Blueprints {
		if custom(b) {
			t.SolvedIn = make([]uint32, t.Wires)
			break
		}
	}
	return t
}

// finish returns the program with the memory that it needs and no more.
func (t *translator) finish() *program.Program {
	p := t.Program
	p.Natives, p.StandIns = t.natives.used, t.natives.standIns
	p.Code, p.Checks = trim(p.Code), trim(p.Checks)
	p.Constants, p.Magnitudes = t.constants.values, t.constants.magnitudes
	return p
}

// instruction translates one instruction of the system.
func (t *translator) instruction(i uint32) error {
	packed := t.system.Instructions[i]
	calldata := t.system.CallData[packed.StartCallData:]
	switch b := t.system.Blueprints[packed.BlueprintID].(type) {
	case *constraint.BlueprintGenericHint:
		return t.hint(i, calldata)
	case *constraint.BlueprintLookupHint[constraint.U64]:
		t.emit(program.Lookup, i)
		return t.setAll(packed.WireOffset, int(calldata[2]))
	case *constraint.BlueprintGenericR1C:
		return t.r1c(i, newR1C(packed.ConstraintOffset, calldata))
	default:
		if t.Sparse {
			return t.sparse(i, b, calldata)
		}
		return t.other(i, b)
	}
}

// other translates an instruction that neither kind of systems has constraints of.
func (t *translator) other(i uint32, b constraint.Blueprint) error {
	if isBatchInverse(b) {
		packed := t.system.Instructions[i]
		return t.batchInverse(packed.WireOffset, t.system.CallData[packed.StartCallData:])
	}
	if _, ok := b.(constraint.BlueprintR1C); ok && !t.Sparse {
		return fmt.Errorf("%w: a blueprint %T of constraints", program.ErrUnsupported, b)
	}
	return t.custom(i, b)
}

// batchInverse defers the inversions of one instruction.
func (t *translator) batchInverse(first uint32, calldata []uint32) error {
	n := int(calldata[1])
	rest := calldata[2:]
	for i := range n {
		var terms []uint32
		terms, rest = program.Next(rest)
		t.inversions = append(t.inversions, inversion{first + uint32(i), terms})
	}
	return t.setAll(first, n)
}

// flush appends what the level deferred.
func (t *translator) flush() {
	for batch := range batches(t.divisions) {
		operation := uint32(program.Divide)
		if t.Sparse {
			operation = program.SparseDivide
		}
		t.emit(operation, uint32(len(batch)))
		for _, d := range batch {
			t.divide(d)
		}
	}
	for batch := range batches(t.inversions) {
		t.emit(program.Invert, uint32(len(batch)))
		for _, v := range batch {
			t.emit(v.wire)
			t.value(v.terms)
		}
	}
	t.divisions, t.inversions = t.divisions[:0], t.inversions[:0]
}

// divide appends one division.
func (t *translator) divide(d division) {
	packed := t.system.Instructions[d.instruction]
	if t.Sparse {
		t.divideSparse(d, packed)
	} else {
		t.divideR1CS(d, packed)
	}
}

// batches are the parts of a slice that share an inversion.
func batches[T any](s []T) func(yield func([]T) bool) {
	return func(yield func([]T) bool) {
		for len(s) > 0 {
			n := min(program.Batch, len(s))
			if !yield(s[:n]) {
				return
			}
			s = s[n:]
		}
	}
}
