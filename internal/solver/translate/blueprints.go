package translate

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

type translation func(t *translator, i uint32, d []uint32) error

// translations are those of gnark's blueprints, by their names: gnark has some since v0.15.0 only.
var translations = map[string]translation{
	"BlueprintGenericHint":      (*translator).hint,
	"BlueprintLookupHint":       (*translator).lookup,
	"BlueprintBatchInverse":     (*translator).batchInverse,
	"BlueprintGenericR1C":       (*translator).r1c,
	"BlueprintSparseR1CAdd":     (*translator).sparseAdd,
	"BlueprintSparseR1CMul":     (*translator).sparseMul,
	"BlueprintSparseR1CBool":    (*translator).sparseBool,
	"BlueprintGenericSparseR1C": (*translator).sparseGate,
}

// translationOf returns the translation of a blueprint, or nil if only its own code solves it.
func translationOf(b constraint.Blueprint) translation {
	t := reflect.TypeOf(b)
	if t.Kind() != reflect.Pointer ||
		t.Elem().PkgPath() != reflect.TypeFor[constraint.System]().PkgPath() {
		return nil
	}
	name, _, _ := strings.Cut(t.Elem().Name(), "[")
	return translations[name]
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
