package translate

import (
	"slices"
	"strings"

	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/constraint/solver"
	"github.com/consensys/gnark/frontend/cs"
	"github.com/gnark-accel/gnark-accel/internal/solver/lattice"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// gnark is where the names of its hints begin.
const gnark = "github.com/consensys/gnark/"

// natives are the hints of gnark's standard library that programs compute, by their names in gnark.
var natives = map[string]native{
	"constraint/solver.InvZeroHint":              (*translator).invZero,
	"std/math/bits.nBits":                        (*translator).bits,
	"std/rangecheck.DecomposeHint":               (*translator).limbs,
	"std/math/bitslice.partitionHint":            (*translator).partition,
	"std/math/uints.xorHint":                     bitwise(program.Xor),
	"std/math/uints.andHint":                     bitwise(program.And),
	"std/math/uints.orHint":                      bitwise(program.Or),
	"std/math/uints.toBytes":                     (*translator).bytes,
	"std/internal/logderivarg.countHint":         (*translator).count,
	"std/internal/logderivarg.batchDivBySubHint": (*translator).quotients,
	"std/math/emulated.mulHint":                  (*translator).multiply,
	"std/math/emulated.polyMvHint":               (*translator).polynomial,
	"std/math/emulated.DivHint":                  (*translator).fraction,
	"std/math/emulated.InverseHint":              (*translator).inverse,
	"std/math/emulated.smallMulHint":             (*translator).modulo,
	"std/math/emulated.smallCheckZeroHint":       (*translator).modulo,
}

// registered finds the hints of a system that are native: their registered function is gnark's.
func registered(system *constraint.System) registry {
	r := registry{byID: map[solver.HintID]native{}, standIns: map[solver.HintID]solver.Hint{}}
	for id, full := range system.MHintsDependencies {
		name, ok := strings.CutPrefix(full, gnark)
		f := solver.GetRegisteredHint(id)
		if !ok || f == nil || solver.GetHintName(f) != full {
			continue
		}
		if compute, ok := natives[name]; ok {
			r.byID[id] = compute
		}
		if f, ok := lattice.StandIns[name]; ok {
			r.standIns[id] = f
			r.used = append(r.used, id)
		}
	}
	return r
}

// hint translates a call of a hint function.
func (t *translator) hint(i uint32, calldata []uint32) error {
	h := program.NewCall(calldata)
	if h.ID == commitment && h.NbOutputs == 1 && h.NbInputs > program.PartInputs {
		t.commitment(i, h)
	} else if compute, ok := t.natives.byID[h.ID]; ok && compute(t, h) {
		if !slices.Contains(t.natives.used, h.ID) {
			t.natives.used = append(t.natives.used, h.ID)
		}
	} else {
		t.Code = append(t.Code, program.Hint, i)
		if h.ID != commitment && t.natives.standIns[h.ID] == nil {
			t.Foreign[t.system.MHintsDependencies[h.ID]]++
		}
	}
	return t.setAll(h.First, h.NbOutputs)
}

// commitment is the hint that stands for commitments.
var commitment = solver.GetHintID(cs.Bsb22CommitmentComputePlaceholder)

// commitment appends the reading of the inputs, part by part, and the commitment to them.
func (t *translator) commitment(i uint32, h program.Call) {
	c := program.Commitment{Instruction: i}
	k := uint32(len(t.Commitments))
	if k > 0 {
		last := &t.Commitments[k-1]
		c.FirstPart = last.FirstPart + uint32(len(last.Parts))
	}
	rest := h.Inputs
	for j := range h.NbInputs {
		if j%program.PartInputs == 0 {
			t.Code = append(t.Code, program.Collect, k, uint32(len(c.Parts)))
			c.Parts = append(c.Parts, uint32(len(h.Inputs)-len(rest)))
		}
		_, rest = program.Next(rest)
	}
	t.Code = append(t.Code, program.Commit, k)
	t.Commitments = append(t.Commitments, c)
}

// invZero: the inverse of the input, or 0.
func (t *translator) invZero(h program.Call) bool {
	if h.NbInputs != 1 || h.NbOutputs != 1 {
		return false
	}
	terms, _ := program.Next(h.Inputs)
	t.inversions = append(t.inversions, inversion{h.First, terms})
	return true
}

// bits: the lowest bits of the input.
func (t *translator) bits(h program.Call) bool {
	if h.NbInputs != 1 {
		return false
	}
	terms, _ := program.Next(h.Inputs)
	t.Code = append(t.Code, program.Bits, uint32(h.NbOutputs), h.First, program.None)
	t.decompositions[h.First] = decomposition{h.NbOutputs, len(t.Code) - 1, terms}
	t.Code = t.expression(t.Code, terms, all)
	for i := range h.NbOutputs {
		t.bit[h.First+uint32(i)] = true
	}
	return true
}

// limbs: inputs are the number of bits, the size of a limb, and the value.
func (t *translator) limbs(h program.Call) bool {
	if h.NbInputs != 3 {
		return false
	}
	bits, rest := program.Next(h.Inputs)
	size, rest := program.Next(rest)
	value, _ := program.Next(rest)
	n, ok := t.constant(bits)
	k, ok2 := t.constant(size)
	if !ok || !ok2 || n >= 1<<31 || k < 1 || k > 63 || int((n+k-1)/k) != h.NbOutputs {
		return false
	}
	t.Code = append(t.Code, program.Limbs, uint32(h.NbOutputs), h.First, uint32(k))
	t.Code = t.expression(t.Code, value, all)
	return true
}

// bytes: inputs are the number of bytes, and the value. The circuit asserts that these are all.
func (t *translator) bytes(h program.Call) bool {
	if h.NbInputs != 2 {
		return false
	}
	length, rest := program.Next(h.Inputs)
	value, _ := program.Next(rest)
	if n, ok := t.constant(length); !ok || n > 8 || int(n) != h.NbOutputs {
		return false
	}
	t.Code = append(t.Code, program.Limbs, uint32(h.NbOutputs), h.First, 8)
	t.Code = t.expression(t.Code, value, all)
	return true
}

// partition: inputs are k and a value, outputs its quotient and remainder by 2^k.
func (t *translator) partition(h program.Call) bool {
	if h.NbInputs != 2 || h.NbOutputs != 2 {
		return false
	}
	split, rest := program.Next(h.Inputs)
	value, _ := program.Next(rest)
	k, ok := t.constant(split)
	if !ok || k >= 1<<16 {
		return false
	}
	t.Code = t.expression(append(t.Code, program.Split, h.First, uint32(k)), value, all)
	return true
}

// bitwise returns the translation of a hint of two integers.
func bitwise(operation uint32) native {
	return func(t *translator, h program.Call) bool {
		if h.NbInputs != 2 || h.NbOutputs != 1 {
			return false
		}
		x, rest := program.Next(h.Inputs)
		y, _ := program.Next(rest)
		t.Code = t.expression(append(t.Code, operation, h.First), x, all)
		t.Code = t.expression(t.Code, y, all)
		return true
	}
}

// quotients: inputs are a challenge, numerators, and what is subtracted from the challenge to give
// the denominators.
func (t *translator) quotients(h program.Call) bool {
	if h.NbInputs != 1+2*h.NbOutputs {
		return false
	}
	expressions := make([][]uint32, h.NbInputs)
	rest := h.Inputs
	for i := range expressions {
		expressions[i], rest = program.Next(rest)
	}
	challenge, expressions := expressions[0], expressions[1:]
	numerators, subtrahends := expressions[:h.NbOutputs], expressions[h.NbOutputs:]
	for from := 0; from < h.NbOutputs; from += program.Batch {
		to := min(from+program.Batch, h.NbOutputs)
		t.Code = append(t.Code, program.Quotients, uint32(to-from), h.First+uint32(from))
		t.Code = t.expression(t.Code, challenge, all)
		for _, e := range append(numerators[from:to:to], subtrahends[from:to]...) {
			t.Code = t.expression(t.Code, e, all)
		}
	}
	return true
}
