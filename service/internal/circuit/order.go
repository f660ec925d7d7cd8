package circuit

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/consensys/gnark/constraint"
)

// order walks a system as gnark's solver does, level by level, without values. The solver takes its
// indices from the file, in goroutines where nobody recovers from a panic.
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

// checkOrder returns [ErrMalformed] unless all indices of a system lie within it. Each wire must be
// solved once, on a level before the levels that use it. The check goes no further than an
// instruction that gnark's frontend has for GKR alone, and returns errUnknown.
func checkOrder(s *constraint.System, coefficients int) error {
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
		if o.err != errUnknown {
			o.commitments()
			o.words()
		}
		return o.err
	})
	if err != nil && err != errUnknown {
		return fmt.Errorf("%w: the constraint system: %w", ErrMalformed, err)
	}
	return err
}

// errUnknown ends a walk at a blueprint that it does not know.
var errUnknown = errors.New("an unknown blueprint")

func (o *order) fail(format string, values ...any) {
	if o.err == nil {
		o.err = fmt.Errorf(format, values...)
	}
}

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

// instruction walks the wires that the solver reads and sets for an instruction.
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
	case constraint.BlueprintSparseR1C:
		o.sparseR1C(b, p.Unpack(o.System))
	case *constraint.BlueprintBatchInverse[constraint.U64]:
		o.expressions(words, 2, int(words[1]), o.sparse)
		o.outputs(p.WireOffset, p.WireOffset+words[1])
	case *table:
		o.entries(b, int(words[1]))
		o.expressions(words, 3, int(words[2]), o.sparse)
		o.outputs(p.WireOffset, p.WireOffset+words[2])
	default:
		o.err = errUnknown
	}
}

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

// expressions checks n linear expressions from an index on, and returns the index after them. They
// have a single term each, or any number.
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

// sparseR1C checks a sparse constraint. Sums and products solve their last wire, others at most one
// wire.
func (o *order) sparseR1C(b constraint.BlueprintSparseR1C, i constraint.Instruction) {
	var c constraint.SparseR1C
	b.DecompressSparseR1C(&c, i)
	o.coefficient(c.QL, c.QR, c.QO, c.QM, c.QC)
	switch b.(type) {
	case *constraint.BlueprintSparseR1CBool[constraint.U64]:
		o.known(c.XA)
	case *constraint.BlueprintGenericSparseR1C[constraint.U64]:
		solves := c.Commitment == constraint.NOT
		for _, wire := range []uint32{c.XA, c.XB, c.XC} {
			if o.unsolved(wire) && solves {
				o.outputs(wire, wire+1)
				solves = false
			}
		}
	default:
		o.known(c.XA, c.XB)
		o.outputs(c.XC, c.XC+1)
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

// commitments checks the wires and constraints that a system commits to.
func (o *order) commitments() {
	within := func(what string, limit int, indices ...int) {
		for _, i := range indices {
			if i < 0 || i >= limit {
				o.fail("a commitment to %s %d of %d", what, i, limit)
			}
		}
	}
	wires := len(o.solvedAt)
	switch all := o.CommitmentInfo.(type) {
	case constraint.Groth16Commitments:
		for _, c := range all {
			within("wire", wires, c.CommitmentIndex)
			within("wire", wires, c.PrivateCommitted...)
			within("wire", wires, c.PublicAndCommitmentCommitted...)
			within("public wire", len(c.PublicAndCommitmentCommitted)+1, c.NbPublicCommitted)
		}
	case constraint.PlonkCommitments:
		for _, c := range all {
			within("constraint", o.NbConstraints, c.CommitmentIndex)
			within("constraint", o.NbConstraints, c.Committed...)
		}
	}
}

// words checks the texts that the solver prints for constraints that do not hold.
func (o *order) words() {
	for _, i := range o.MDebug {
		if i < 0 || i >= len(o.DebugInfo) {
			o.fail("text %d of %d", i, len(o.DebugInfo))
		}
	}
	for _, texts := range [][]constraint.LogEntry{o.DebugInfo, o.Logs} {
		for _, text := range texts {
			o.text(text)
		}
	}
}

func (o *order) text(text constraint.LogEntry) {
	for _, expression := range text.ToResolve {
		for _, t := range expression {
			o.coefficient(t.CID)
			if !t.IsConstant() && t.WireID() >= len(o.solvedAt) {
				o.fail("wire %d of %d in a text", t.VID, len(o.solvedAt))
			}
		}
	}
	for _, i := range text.Stack {
		_ = o.SymbolTable.Functions[o.SymbolTable.Locations[i].FunctionID]
	}
}
