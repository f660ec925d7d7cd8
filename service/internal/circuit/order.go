package circuit

import (
	"fmt"
	"math"
	"reflect"
	"slices"

	"github.com/consensys/gnark/constraint"
)

// order solves a system without values, by the code of gnark's blueprints. gnark's solver takes its
// indices from the file, in goroutines where no panic is recovered. One beyond a slice panics here.
type order struct {
	*constraint.System
	constraint.Field[u64]
	sparse       bool
	coefficients []struct{} // as many as there are, and so are the rows
	rows         []struct{}
	solvedAt     []int32 // the level, from 1, for each wire; 0 if none has solved it
	level        int32
	constraints  int
	foreign      bool // the walk has ended at a blueprint that it does not know
	err          error
}

type u64 = constraint.U64

// checkOrder returns [ErrMalformed] unless all indices of a system lie within it, and each wire is
// solved once, before the levels that use it. It ends at a blueprint of GKR, which is foreign.
func checkOrder(system constraint.ConstraintSystem) (foreign bool, err error) {
	s := coreOf(system)
	o := &order{
		System: s, Field: system.(constraint.Field[u64]),
		sparse: s.Type == constraint.SystemSparseR1CS,
	}
	err = Guarded(func() error {
		inputs := s.GetNbPublicVariables() + s.GetNbSecretVariables()
		if s.NbInternalVariables > math.MaxInt32-inputs {
			return fmt.Errorf("%d wires", s.NbInternalVariables)
		}
		o.coefficients = make([]struct{}, system.GetNbCoefficients())
		o.rows = make([]struct{}, s.NbConstraints)
		o.solvedAt = make([]int32, inputs+s.NbInternalVariables)
		for i := range inputs {
			o.solvedAt[i] = 1
		}
		o.walk()
		if !o.foreign {
			o.commitments()
			o.texts()
		}
		return o.err
	})
	if err != nil {
		err = fmt.Errorf("%w: the constraint system: %w", ErrMalformed, err)
	}
	return o.foreign, err
}

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
			if o.instruction(o.Instructions[i]); o.err != nil || o.foreign {
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
	b, i := o.Blueprints[p.BlueprintID], p.Unpack(o.System)
	if n := b.NbConstraints(); n > 0 {
		_ = o.rows[int(p.ConstraintOffset)+n-1]
		o.constraints += n
	}
	if gate, ok := b.(constraint.BlueprintSparseR1C); ok { // provers read all of it
		var c constraint.SparseR1C
		gate.DecompressSparseR1C(&c, i)
		_ = o.solvedAt[max(c.XA, c.XB, c.XC)]
		_ = o.coefficients[max(c.QL, c.QR, c.QO, c.QM, c.QC)]
	}
	switch b := b.(type) {
	case *constraint.BlueprintGenericHint:
		o.hint(i.Calldata)
	case *constraint.BlueprintGenericR1C:
		o.product(i.Calldata)
	case constraint.BlueprintSolvable[u64]: // the solver skips those of other fields
		if reflect.TypeOf(b).Elem().PkgPath() != reflect.TypeFor[u64]().PkgPath() {
			o.foreign = true
		} else if outputs := b.NbOutputs(i); outputs > len(i.Calldata) {
			o.fail("%d outputs of %d words", outputs, len(i.Calldata)) // memory is taken for them
		} else if err := b.Solve(o, i); err != nil {
			o.fail("%w", err)
		}
	default:
		o.foreign = true
	}
}
