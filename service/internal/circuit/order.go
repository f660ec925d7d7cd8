package circuit

import (
	"errors"
	"fmt"
	"math"
	"reflect"
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
	err := Guarded(func() error { // an index beyond the words of an instruction
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
	case *table:
		o.entries(b, int(words[1]))
		o.expressions(words, 3, int(words[2]), o.sparse)
		o.outputs(p.WireOffset, p.WireOffset+words[2])
	default:
		if !isBatchInverse(b) {
			o.err = errUnknown
			return
		}
		o.expressions(words, 2, int(words[1]), o.sparse)
		o.outputs(p.WireOffset, p.WireOffset+words[1])
	}
}

// isBatchInverse tells gnark's blueprint of that name by it: gnark has it since v0.15.0.
func isBatchInverse(b constraint.Blueprint) bool {
	return fmt.Sprintf("%T", b) == "*constraint.BlueprintBatchInverse["+
		reflect.TypeFor[constraint.U64]().PkgPath()+".U64]"
}
