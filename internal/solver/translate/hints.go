package translate

import (
	"strings"

	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/gnark-accel/gnark-accel/internal/solver/integers"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

const (
	gnark    = "github.com/consensys/gnark/"
	bitsHint = "std/math/bits.nBits"
)

// computed are the hints of gnark's standard library that programs compute, by their names.
var computed = map[string]native{
	"constraint/solver.InvZeroHint":              (*call).invZero,
	bitsHint:                                     (*call).bits,
	"std/rangecheck.DecomposeHint":               (*call).limbs,
	"std/math/bitslice.partitionHint":            (*call).partition,
	"std/math/uints.xorHint":                     bitwise(program.Xor),
	"std/math/uints.andHint":                     bitwise(program.And),
	"std/math/uints.orHint":                      bitwise(program.Or),
	"std/math/uints.toBytes":                     (*call).bytes,
	"std/internal/logderivarg.countHint":         (*call).count,
	"std/internal/logderivarg.batchDivBySubHint": (*call).quotients,
	"std/math/emulated.mulHint":                  (*call).multiply,
	"std/math/emulated.polyMvHint":               (*call).polynomial,
	"std/math/emulated.DivHint":                  (*call).fraction,
	"std/math/emulated.InverseHint":              (*call).inverse,
	"std/math/emulated.smallMulHint":             (*call).modulo,
	"std/math/emulated.smallCheckZeroHint":       (*call).modulo,
}

// native appends operations that compute a hint, and reports whether it can.
type native func(*call) bool

// known finds the hints of a system whose registered function is gnark's: the native hints, and
// functions in the place of others.
func known(
	system *constraint.System,
) (natives map[solver.HintID]native, standIns map[solver.HintID]solver.Hint) {
	natives, standIns = map[solver.HintID]native{}, map[solver.HintID]solver.Hint{}
	for id, full := range system.MHintsDependencies {
		name, ok := strings.CutPrefix(full, gnark)
		f := solver.GetRegisteredHint(id)
		if !ok || f == nil || solver.GetHintName(f) != full {
			continue
		}
		if compute, ok := computed[name]; ok {
			natives[id] = compute
		}
		if f, ok := integers.StandIns[name]; ok {
			standIns[id] = f
		}
	}
	return natives, standIns
}

func Knows(system *constraint.System, id solver.HintID) bool {
	natives, standIns := known(system)
	return natives[id] != nil || standIns[id] != nil
}

func StandIns(system *constraint.System) map[solver.HintID]solver.Hint {
	_, standIns := known(system)
	return standIns
}

func (t *translator) hint(i uint32, calldata []uint32) error {
	c := t.called(calldata)
	if c.ID == program.Commitments && c.NbOutputs == 1 {
		t.commitment(i, c.Call)
	} else if compute, ok := t.natives[c.ID]; ok && compute(c) {
		t.computed[c.ID] = true
	} else {
		t.emit(program.Hint, i)
		if t.StandIns[c.ID] == nil {
			t.foreign[t.system.MHintsDependencies[c.ID]]++
		}
	}
	return t.setAll(c.First, c.NbOutputs)
}

func (t *translator) commitment(i uint32, h program.Call) {
	c := program.Commitment{Instruction: i}
	k := uint32(len(t.commitments))
	rest := h.Inputs
	for j := range h.NbInputs {
		if j%program.PartInputs == 0 {
			t.refer(toCommitment, program.Collect, k, uint32(len(c.Parts)))
			c.Parts = append(c.Parts, uint32(len(h.Inputs)-len(rest)))
		}
		_, rest = program.Next(rest)
	}
	t.refer(toCommitment, program.Commit, k)
	t.commitments = append(t.commitments, c)
}
