package translate

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// kind says how instructions of a blueprint are translated, and which wires they may set. An
// instruction comes with its number and its calldata.
type kind struct {
	translate func(t *translator, i uint32, d []uint32) error
	find      func(f *finder, i uint32, d []uint32)
}

// blueprints are gnark's, by their names: gnark has some since v0.15.0 only.
var blueprints = map[string]*blueprint{
	"BlueprintGenericHint": {
		kind{(*translator).hint, (*finder).hint}, 0, []uint32{9, 11, 2, 1, 12, 13, 0, 14, 16},
	},
	"BlueprintLookupHint":   {kind{(*translator).lookup, (*finder).lookup}, 0, nil},
	"BlueprintBatchInverse": {kind{(*translator).batchInverse, (*finder).batchInverse}, 0, nil},
	"BlueprintGenericR1C": {
		kind{(*translator).r1c, (*finder).r1c}, 1,
		[]uint32{12, 2, 1, 1, 11, 12, 13, 14, 15, 16, 17, 18},
	},
	"BlueprintSparseR1CAdd": {
		kind{(*translator).sparseAdd, (*finder).sparseOutput}, 1, []uint32{11, 12, 13, 14, 15, 18},
	},
	"BlueprintSparseR1CMul": {
		kind{(*translator).sparseMul, (*finder).sparseOutput}, 1, []uint32{11, 12, 13, 17},
	},
	"BlueprintSparseR1CBool": {
		kind{(*translator).sparseBool, (*finder).sparseBool}, 1, []uint32{11, 14, 17},
	},
	"BlueprintGenericSparseR1C": {
		kind{(*translator).sparseGate, (*finder).sparseGate}, 1,
		[]uint32{11, 12, 13, 14, 15, 16, 17, 18, uint32(constraint.NOT)},
	},
}

// custom stands for a blueprint that nothing is known of.
var custom = blueprint{kind: kind{(*translator).custom, (*finder).custom}}

// knownOf returns what is known of a blueprint. It is nil if only the blueprint's own code solves
// it.
func knownOf(b constraint.Blueprint) (*blueprint, error) {
	t := reflect.TypeOf(b)
	if t.Kind() != reflect.Pointer ||
		t.Elem().PkgPath() != reflect.TypeFor[constraint.System]().PkgPath() {
		return nil, nil
	}
	name, _, _ := strings.Cut(t.Elem().Name(), "[")
	known := blueprints[name]
	if known == nil {
		return nil, nil
	}
	return known, known.check(b)
}

// hasGKR reports whether gnark's solver gives the hints of a system functions of its own. It does
// so for GKR before v0.15, where the system has a field for it: a circuit, and in commits after
// v0.14 a list of them. Later on GKR has blueprints.
func hasGKR(system *constraint.System) bool {
	info := reflect.ValueOf(system).Elem().FieldByName("GkrInfo")
	if info.Kind() == reflect.Slice {
		return info.Len() > 0
	}
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
