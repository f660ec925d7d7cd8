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
// indices from the file, in goroutines where nobody recovers from a panic. An index beyond a slice
// panics here first.
type order struct {
	*constraint.System
	sparse       bool
	coefficients []struct{} // as many as there are, and so are the rows
	rows         []struct{}
	solvedAt     []int32 // the level, from 1, for each wire; 0 if none has solved it
	level        int32
	tables       map[*table]entries
	constraints  int
	err          error
}

type (
	u64   = constraint.U64
	table = constraint.BlueprintLookupHint[u64]
)

// entries says how much of a table was walked.
type entries struct{ n, words int }

// checkOrder returns [ErrMalformed] unless all indices of a system lie within it. Each wire must be
// solved once, on a level before the levels that use it. The check goes no further than an
// instruction that gnark's frontend has for GKR alone, and returns errUnknown.
func checkOrder(s *constraint.System, coefficients int) error {
	o := &order{
		System: s, sparse: s.Type == constraint.SystemSparseR1CS, tables: map[*table]entries{},
	}
	err := Guarded(func() error {
		inputs := s.GetNbPublicVariables() + s.GetNbSecretVariables()
		if s.NbInternalVariables > math.MaxInt32-inputs {
			return fmt.Errorf("%d wires", s.NbInternalVariables)
		}
		o.coefficients, o.rows = make([]struct{}, coefficients), make([]struct{}, s.NbConstraints)
		o.solvedAt = make([]int32, inputs+s.NbInternalVariables)
		for i := range inputs {
			o.solvedAt[i] = 1
		}
		o.walk()
		if o.err != errUnknown {
			o.commitments()
			o.texts()
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
	o.level = 1
	for _, level := range o.Levels {
		o.level++
		for _, i := range level {
			if o.instruction(o.Instructions[i]); o.err != nil {
				return
			}
		}
	}
	if o.constraints != len(o.rows) {
		o.fail("%d constraints of %d", o.constraints, len(o.rows))
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
		_ = o.rows[int(p.ConstraintOffset)+n-1]
		o.constraints += n
	}
	switch b := b.(type) { // of other fields the solver skips them
	case *constraint.BlueprintGenericHint:
		outputs := o.expressions(words[3:], words[2], false)
		o.outputs(outputs[0], outputs[1])
	case *constraint.BlueprintGenericR1C:
		o.product(words)
	case *constraint.BlueprintGenericSparseR1C[u64]:
		o.gate(o.sparseR1C(b, p))
	case *constraint.BlueprintSparseR1CAdd[u64]:
		o.output(o.sparseR1C(b, p))
	case *constraint.BlueprintSparseR1CMul[u64]:
		o.output(o.sparseR1C(b, p))
	case *constraint.BlueprintSparseR1CBool[u64]:
		o.known(o.sparseR1C(b, p).XA)
	case *table:
		o.entries(b, int(words[1]))
		o.expressions(words[3:], words[2], o.sparse)
		o.outputs(p.WireOffset, p.WireOffset+words[2])
	default:
		if fmt.Sprintf("%T", b) != batchInverse {
			o.err = errUnknown
			return
		}
		o.expressions(words[2:], words[1], o.sparse)
		o.outputs(p.WireOffset, p.WireOffset+words[1])
	}
}

// batchInverse is a blueprint that gnark has since v0.15.0.
var batchInverse = fmt.Sprintf("*constraint.BlueprintBatchInverse[%s.U64]",
	reflect.TypeFor[u64]().PkgPath())
