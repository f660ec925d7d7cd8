package translate

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

type translation func(t *translator, i uint32, d []uint32) error

// translationOf returns the translation of a blueprint, or nil if only its own code solves it.
func translationOf(b constraint.Blueprint) translation {
	switch b.(type) {
	case *constraint.BlueprintGenericHint:
		return (*translator).hint
	case *constraint.BlueprintLookupHint[constraint.U64]:
		return (*translator).lookup
	case *constraint.BlueprintGenericR1C:
		return (*translator).r1c
	case *constraint.BlueprintSparseR1CAdd[constraint.U64]:
		return (*translator).sparseAdd
	case *constraint.BlueprintSparseR1CMul[constraint.U64]:
		return (*translator).sparseMul
	case *constraint.BlueprintSparseR1CBool[constraint.U64]:
		return (*translator).sparseBool
	case *constraint.BlueprintGenericSparseR1C[constraint.U64]:
		return (*translator).sparseGate
	}
	if isBatchInverse(b) {
		return (*translator).batchInverse
	}
	return nil
}

// isBatchInverse compares names, since gnark has that blueprint from v0.15 on only.
func isBatchInverse(b constraint.Blueprint) bool {
	t := reflect.TypeOf(b)
	if t.Kind() != reflect.Pointer {
		return false
	}
	return t.Elem().PkgPath() == reflect.TypeFor[constraint.System]().PkgPath() &&
		strings.HasPrefix(t.Elem().Name(), "BlueprintBatchInverse[")
}

// hasGKR reports whether gnark's solver gives the hints of a system functions of its own. It does
// so for GKR up to v0.14, where the system has a field for it. Later on GKR has blueprints.
func hasGKR(system *constraint.System) bool {
	info := reflect.ValueOf(system).Elem().FieldByName("GkrInfo")
	return info.IsValid() && !info.FieldByName("Circuit").IsNil()
}

// custom appends an instruction that its blueprint solves, as GKR's do, without constraints.
func (t *translator) custom(i uint32, _ []uint32) error {
	packed := t.system.Instructions[i]
	b, instruction := t.system.Blueprints[packed.BlueprintID], packed.Unpack(t.system)
	_, solvable := b.(constraint.BlueprintSolvable[constraint.U64])
	if n := b.NbConstraints(); n != 0 || !solvable {
		return fmt.Errorf("%w: a blueprint %T of %d constraints", program.ErrUnsupported, b, n)
	}
	t.emit(program.Custom, i, t.level+1)
	return t.setAll(instruction.WireOffset, program.Outputs(t.system, b, instruction))
}
