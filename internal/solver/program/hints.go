package program

import (
	"slices"
	"strings"

	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/constraint/solver"
)

// gnark is where the names of its hints begin.
const gnark = "github.com/consensys/gnark/"

// natives are the hints of gnark's standard library that programs compute, by their names in gnark.
var natives = map[string]native{
	"constraint/solver.InvZeroHint":              (*translator).invZero,
	"std/math/bits.nBits":                        (*translator).bits,
	"std/rangecheck.DecomposeHint":               (*translator).limbs,
	"std/math/bitslice.partitionHint":            (*translator).partition,
	"std/math/uints.xorHint":                     bitwise(Xor),
	"std/math/uints.andHint":                     bitwise(And),
	"std/math/uints.orHint":                      bitwise(Or),
	"std/internal/logderivarg.countHint":         (*translator).count,
	"std/internal/logderivarg.batchDivBySubHint": (*translator).quotients,
	"std/math/emulated.mulHint":                  (*translator).multiply,
	"std/math/emulated.polyMvHint":               (*translator).polynomial,
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
		if f, ok := standIns[name]; ok {
			r.standIns[id] = f
			r.used = append(r.used, id)
		}
	}
	return r
}

// hint translates a call of a hint function.
func (t *translator) hint(i uint32, calldata []uint32) error {
	h := newHint(calldata)
	if compute, ok := t.natives.byID[h.id]; ok && compute(t, h) {
		if !slices.Contains(t.natives.used, h.id) {
			t.natives.used = append(t.natives.used, h.id)
		}
	} else {
		t.Code = append(t.Code, Hint, i)
	}
	return t.setAll(h.first, h.n)
}

// invZero: the inverse of the input, or 0.
func (t *translator) invZero(h hint) bool {
	if h.nb != 1 || h.n != 1 {
		return false
	}
	terms, _ := next(h.inputs)
	t.inversions = append(t.inversions, inversion{h.first, terms})
	return true
}

// bits: the lowest bits of the input.
func (t *translator) bits(h hint) bool {
	if h.nb != 1 {
		return false
	}
	terms, _ := next(h.inputs)
	t.Code = append(t.Code, Bits, uint32(h.n), h.first, None)
	t.decompositions[h.first] = decomposition{h.n, len(t.Code) - 1, terms}
	t.Code = t.expression(t.Code, terms, all)
	for i := range h.n {
		t.bit[h.first+uint32(i)] = true
	}
	return true
}

// limbs: inputs are the number of bits, the size of a limb, and the value.
func (t *translator) limbs(h hint) bool {
	if h.nb != 3 {
		return false
	}
	bits, rest := next(h.inputs)
	size, rest := next(rest)
	value, _ := next(rest)
	n, ok := t.constant(bits)
	k, ok2 := t.constant(size)
	if !ok || !ok2 || n >= 1<<31 || k < 1 || k > 63 || int((n+k-1)/k) != h.n {
		return false
	}
	t.Code = t.expression(append(t.Code, Limbs, uint32(h.n), h.first, uint32(k)), value, all)
	return true
}

// partition: inputs are k and a value, outputs its quotient and remainder by 2^k.
func (t *translator) partition(h hint) bool {
	if h.nb != 2 || h.n != 2 {
		return false
	}
	split, rest := next(h.inputs)
	value, _ := next(rest)
	k, ok := t.constant(split)
	if !ok || k >= 1<<16 {
		return false
	}
	t.Code = t.expression(append(t.Code, Split, h.first, uint32(k)), value, all)
	return true
}

// bitwise returns the translation of a hint of two integers.
func bitwise(operation uint32) native {
	return func(t *translator, h hint) bool {
		if h.nb != 2 || h.n != 1 {
			return false
		}
		x, rest := next(h.inputs)
		y, _ := next(rest)
		t.Code = t.expression(append(t.Code, operation, h.first), x, all)
		t.Code = t.expression(t.Code, y, all)
		return true
	}
}

// quotients: inputs are a challenge, numerators, and what is subtracted from the challenge to give
// the denominators.
func (t *translator) quotients(h hint) bool {
	if h.nb != 1+2*h.n {
		return false
	}
	expressions := make([][]uint32, h.nb)
	rest := h.inputs
	for i := range expressions {
		expressions[i], rest = next(rest)
	}
	challenge, numerators, subtrahends := expressions[0], expressions[1:1+h.n], expressions[1+h.n:]
	for from := 0; from < h.n; from += Batch {
		to := min(from+Batch, h.n)
		t.Code = append(t.Code, Quotients, uint32(to-from), h.first+uint32(from))
		t.Code = t.expression(t.Code, challenge, all)
		for _, e := range append(numerators[from:to:to], subtrahends[from:to]...) {
			t.Code = t.expression(t.Code, e, all)
		}
	}
	return true
}
