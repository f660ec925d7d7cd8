package circuit

import (
	"fmt"
	"math"
	"slices"

	"github.com/consensys/gnark/constraint"
)

// order walks a system as gnark's solver does, level by level, without values. The solver indexes
// by what the file says, in goroutines where nobody recovers from a panic.
type order struct {
	*constraint.System
	coefficients int
	sparse       bool
	solvedAt     []int32 // the level, from 1, for each wire; 0 if none has solved it
	level        int32
	tables       map[*table]entries
	constraints  int
	err          error
}

type table = constraint.BlueprintLookupHint[constraint.U64]

// entries says how much of a table was walked.
type entries struct{ n, words int }

// checkOrder returns [ErrMalformed] unless all indices of a system lie within it, and each wire is
// solved once, on a level before those where it is used. It leaves out systems with instructions
// that gnark's frontend has for GKR alone.
func checkOrder(s *constraint.System, coefficients int) error {
	for _, b := range s.Blueprints {
		if !walked(b) {
			return nil
		}
	}
	inputs := s.GetNbPublicVariables() + s.GetNbSecretVariables()
	o := &order{
		System: s, coefficients: coefficients, sparse: s.Type == constraint.SystemSparseR1CS,
		tables: map[*table]entries{},
	}
	if s.NbInternalVariables < 0 || s.NbInternalVariables > math.MaxInt32-inputs {
		return fmt.Errorf("%w: %d wires", ErrMalformed, s.NbInternalVariables)
	}
	o.solvedAt = make([]int32, inputs+s.NbInternalVariables)
	for i := range inputs {
		o.solvedAt[i] = 1
	}
	o.level = 1
	err := guarded(func() error { // an index beyond the words of an instruction
		o.walk()
		o.commitments()
		o.words()
		return o.err
	})
	if err != nil {
		return fmt.Errorf("%w: the constraint system: %w", ErrMalformed, err)
	}
	return nil
}

// walked tells whether the walk knows a blueprint.
func walked(b constraint.Blueprint) bool {
	switch b.(type) {
	case *constraint.BlueprintGenericHint, *constraint.BlueprintGenericR1C,
		*constraint.BlueprintGenericSparseR1C[constraint.U64],
		*constraint.BlueprintSparseR1CAdd[constraint.U64],
		*constraint.BlueprintSparseR1CMul[constraint.U64],
		*constraint.BlueprintSparseR1CBool[constraint.U64],
		*constraint.BlueprintBatchInverse[constraint.U64], *table:
		return true
	}
	return false
}

func (o *order) fail(format string, values ...any) {
	if o.err == nil {
		o.err = fmt.Errorf(format, values...)
	}
}

// walk walks all levels.
func (o *order) walk() {
	for _, level := range o.Levels {
		o.level++
		for _, i := range level {
			o.instruction(o.Instructions[i])
			if o.err != nil {
				return
			}
		}
	}
	if o.constraints != o.NbConstraints {
		o.fail("%d constraints of %d", o.constraints, o.NbConstraints)
	}
	if i := slices.Index(o.solvedAt, 0); i >= 0 {
		o.fail("nothing solves wire %d", i)
	}
}

// instruction walks what the solver reads and sets for an instruction.
func (o *order) instruction(p constraint.PackedInstruction) {
	b := o.Blueprints[p.BlueprintID]
	words := p.Unpack(o.System).Calldata
	if n := b.NbConstraints(); n > 0 {
		o.constraints += n
		if int(p.ConstraintOffset)+n > o.NbConstraints {
			o.fail("constraint %d of %d", p.ConstraintOffset, o.NbConstraints)
			return
		}
	}
	switch b := b.(type) {
	case *constraint.BlueprintGenericHint:
		at := o.expressions(words, 3, int(words[2]), false)
		o.outputs(words[at], words[at+1])
	case *constraint.BlueprintGenericR1C:
		o.product(words)
	case *constraint.BlueprintGenericSparseR1C[constraint.U64]:
		o.coefficient(words[3:8]...)
		o.gate(words[:3], constraint.CommitmentConstraint(words[8]) == constraint.NOT)
	case *constraint.BlueprintSparseR1CAdd[constraint.U64]:
		o.coefficient(words[3:6]...)
		o.known(words[:2]...)
		o.outputs(words[2], words[2]+1)
	case *constraint.BlueprintSparseR1CMul[constraint.U64]:
		o.coefficient(words[3])
		o.known(words[:2]...)
		o.outputs(words[2], words[2]+1)
	case *constraint.BlueprintSparseR1CBool[constraint.U64]:
		o.coefficient(words[1:3]...)
		o.known(words[0])
	case *constraint.BlueprintBatchInverse[constraint.U64]:
		o.expressions(words, 2, int(words[1]), o.sparse)
		o.outputs(p.WireOffset, p.WireOffset+words[1])
	case *table:
		o.entries(b, int(words[1]))
		o.expressions(words, 3, int(words[2]), o.sparse)
		o.outputs(p.WireOffset, p.WireOffset+words[2])
	}
}

// coefficient checks indices of coefficients.
func (o *order) coefficient(indices ...uint32) {
	for _, i := range indices {
		if int(i) >= o.coefficients {
			o.fail("coefficient %d of %d", i, o.coefficients)
		}
	}
}

// unsolved tells whether a wire is still to be solved. One of this level is neither.
func (o *order) unsolved(wire uint32) bool {
	switch {
	case int64(wire) >= int64(len(o.solvedAt)):
		o.fail("wire %d of %d", wire, len(o.solvedAt))
	case o.solvedAt[wire] == o.level:
		o.fail("wire %d is used on the level that solves it", wire)
	default:
		return o.solvedAt[wire] == 0
	}
	return false
}

// known checks wires that are read.
func (o *order) known(wires ...uint32) {
	for _, wire := range wires {
		if o.unsolved(wire) {
			o.fail("wire %d is used before it is solved", wire)
		}
	}
}

// outputs has an instruction solve the wires of a range.
func (o *order) outputs(start, end uint32) {
	if end < start {
		o.fail("outputs from %d to %d", start, end)
	}
	for wire := start; wire < end && o.err == nil; wire++ {
		if !o.unsolved(wire) {
			o.fail("wire %d is solved twice", wire)
			return
		}
		o.solvedAt[wire] = o.level
	}
}

// term checks a coefficient with its wire, which may stand for the constant one.
func (o *order) term(coefficient, wire uint32) {
	o.coefficient(coefficient)
	if wire != math.MaxUint32 {
		o.known(wire)
	}
}

// expressions checks n linear expressions from an index on, of a single term each or of any number,
// and returns the index after them.
func (o *order) expressions(words []uint32, at, n int, single bool) int {
	for i := 0; i < n && o.err == nil; i++ {
		terms := words[at]
		if single && terms != 1 {
			o.fail("an expression of %d terms", terms)
		}
		at++
		for ; terms > 0 && o.err == nil; terms-- {
			o.term(words[at], words[at+1])
			at += 2
		}
	}
	return at
}

// entries checks the first n entries of a table, unless they were checked before.
func (o *order) entries(t *table, n int) {
	if done := o.tables[t]; done.n < n {
		at := o.expressions(t.EntriesCalldata, done.words, n-done.n, o.sparse)
		o.tables[t] = entries{n, at}
	}
}

// gate checks the wires of a sparse constraint, one of which it may solve.
func (o *order) gate(wires []uint32, solves bool) {
	for _, wire := range wires {
		if o.unsolved(wire) && solves {
			o.outputs(wire, wire+1)
			solves = false
		}
	}
}

// product checks the three expressions of an R1C, in which one wire may be solved.
func (o *order) product(words []uint32) {
	terms := int(words[1]) + int(words[2]) + int(words[3])
	solves, found := uint32(0), false
	for at := 4; terms > 0 && o.err == nil; terms-- {
		coefficient, wire := words[at], words[at+1]
		at += 2
		o.coefficient(coefficient)
		if !o.unsolved(wire) {
			continue
		}
		if found || coefficient == constraint.CoeffIdZero {
			o.fail("wire %d cannot be solved", wire)
		}
		solves, found = wire, true
	}
	if found {
		o.outputs(solves, solves+1)
	}
}
