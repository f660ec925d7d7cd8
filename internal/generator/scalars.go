package main

import (
	"fmt"
	"math/big"

	"github.com/gnark-accel/gnark-accel/internal/curves"
)

// scalarFunctions are what templates with loops over limbs ask of a curve's scalar field. Words are
// of 64 bits, the lowest first.
func scalarFunctions() map[string]any {
	return map[string]any{
		"limbs":       limbs,
		"nbLimbs":     limbs,
		"modulus":     func(c curves.Curve) []string { return words(modulus(c), limbs(c)) },
		"excess":      func(c curves.Curve) []string { return words(excess(c), limbs(c)+1) },
		"reciprocal":  func(c curves.Curve) string { return words(reciprocal(c), 1)[0] },
		"factor":      func(c curves.Curve) []string { return words(factor(c), limbs(c)) },
		"inverse":     func(c curves.Curve) string { return words(inverse(c), 1)[0] },
		"topWord":     func(c curves.Curve) int { return top(c) / 64 },
		"topShift":    func(c curves.Curve) int { return top(c) % 64 },
		"topUnshift":  func(c curves.Curve) int { return 64 - top(c)%64 },
		"successor":   func(i int) int { return i + 1 },
		"predecessor": func(i int) int { return i - 1 },
	}
}

// modulus returns the order q of the curve's scalar field.
func modulus(c curves.Curve) *big.Int { return c.ID.ScalarField() }

// limbs returns the number of words of an element.
func limbs(c curves.Curve) int { return (modulus(c).BitLen() + 63) / 64 }

// top is the number of bits below those that a quotient by q is estimated from.
func top(c curves.Curve) int { return modulus(c).BitLen() - 2 }

// reciprocal returns ⌊2^(top+64)/q⌋, which has 63 bits.
func reciprocal(c curves.Curve) *big.Int {
	power := new(big.Int).Lsh(big.NewInt(1), uint(top(c)+64))
	return power.Div(power, modulus(c))
}

// excess returns 2^61·q, from which 2^61 elements can be subtracted.
func excess(c curves.Curve) *big.Int { return new(big.Int).Lsh(modulus(c), 61) }

// factor returns 2^(64·(n+1)) modulo q, for n limbs.
func factor(c curves.Curve) *big.Int {
	power := new(big.Int).Lsh(big.NewInt(1), uint(64*limbs(c)+64))
	return power.Mod(power, modulus(c))
}

// inverse returns −1/q modulo 2^64.
func inverse(c curves.Curve) *big.Int {
	power := new(big.Int).Lsh(big.NewInt(1), 64)
	x := new(big.Int).ModInverse(modulus(c), power)
	return x.Sub(power, x)
}

// words returns the n lowest words of x.
func words(x *big.Int, n int) []string {
	mask := new(big.Int).SetUint64(^uint64(0))
	all := make([]string, n)
	for i := range all {
		word := new(big.Int).Rsh(x, uint(64*i))
		all[i] = fmt.Sprintf("%#x", word.And(word, mask))
	}
	return all
}
