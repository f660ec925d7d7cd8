package translate

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// fields are the fields of gnark's types that translations read. The compiler checks the ones
// that are used. One that is not here may change the meaning of the others, as GkrInfo does.
var fields = map[reflect.Type]string{
	reflect.TypeFor[constraint.System](): `GnarkVersion string; ScalarField string;
		Type constraint.SystemType; Instructions []constraint.PackedInstruction;
		Blueprints []constraint.Blueprint; CallData []uint32; NbConstraints int;
		NbInternalVariables int; Public []string; Secret []string; Logs []constraint.LogEntry;
		DebugInfo []constraint.LogEntry; SymbolTable debug.SymbolTable; MDebug map[int]int;
		MHintsDependencies map[solver.HintID]string; Levels [][]uint32; q *big.Int; bitLen int;
		lbWireLevel []constraint.Level; CommitmentInfo constraint.Commitments;
		GkrInfo gkrinfo.StoringInfo; GkrInfo []*gkrinfo.StoringInfo;
		genericHint constraint.BlueprintID;`,
	reflect.TypeFor[constraint.PackedInstruction](): `BlueprintID constraint.BlueprintID;
		ConstraintOffset uint32; WireOffset uint32; StartCallData uint64;`,
	reflect.TypeFor[constraint.BlueprintLookupHint[constraint.U64]](): `EntriesCalldata []uint32;
		maxLevel constraint.Level; maxLevelPosition int; maxLevelOffset int;
		cachedEntries []constraint.U64; cachedOffset int; lock sync.Mutex;`,
}

// checkFields returns an error if a type has an unknown field, by name and type.
func checkFields(t reflect.Type) error {
	known := strings.Join(strings.Fields(fields[t]), " ") + " "
	for i := range t.NumField() {
		f := t.Field(i)
		if !strings.Contains(" "+known, fmt.Sprintf(" %s %s; ", f.Name, f.Type)) {
			return fmt.Errorf("%w: %v has a field %s of type %v", program.ErrUnsupported,
				t, f.Name, f.Type)
		}
	}
	return nil
}

// blueprint has this package's knowledge of one of gnark's blueprints.
type blueprint struct {
	kind
	constraints int      // of an instruction
	calldata    []uint32 // of the example that fits, or nil
}

// Examples, which the blueprints of constraints and of hints compress to calldata.
var (
	exampleR1C = constraint.R1C{
		L: constraint.LinearExpression{{CID: 11, VID: 12}, {CID: 13, VID: 14}},
		R: constraint.LinearExpression{{CID: 15, VID: 16}},
		O: constraint.LinearExpression{{CID: 17, VID: 18}},
	}
	exampleGate = constraint.SparseR1C{
		XA: 11, XB: 12, XC: 13, QL: 14, QR: 15, QO: 16, QM: 17, QC: 18,
		Commitment: constraint.NOT,
	}
	exampleHint = constraint.HintMapping{
		HintID: solver.HintID(11),
		Inputs: []constraint.LinearExpression{{{CID: 12, VID: 13}}, {}},

		OutputRange: struct{ Start, End uint32 }{14, 16},
	}
)

// check returns an error unless a blueprint is laid out as its translation reads it.
func (k *blueprint) check(b constraint.Blueprint) error {
	if err := checkFields(reflect.TypeOf(b).Elem()); err != nil {
		return err
	}
	var calldata []uint32
	switch b := b.(type) {
	case constraint.BlueprintR1C:
		b.CompressR1C(&exampleR1C, &calldata)
	case constraint.BlueprintSparseR1C:
		b.CompressSparseR1C(&exampleGate, &calldata)
	case constraint.BlueprintHint:
		b.CompressHint(exampleHint, &calldata)
	}
	if n := b.NbConstraints(); n != k.constraints || !slices.Equal(calldata, k.calldata) {
		return fmt.Errorf("%w: %T has %d constraints, and %v as the calldata of an example",
			program.ErrUnsupported, b, n, calldata)
	}
	return nil
}
