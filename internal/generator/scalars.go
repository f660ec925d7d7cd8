package main

import (
	"fmt"
	"math/big"

	"github.com/gnark-accel/gnark-accel/internal/curve"
)

// scalarFunctions has the numbers of a scalar field for templates with loops over limbs. Words are
// of 64 bits, the lowest first.
func scalarFunctions() map[string]any {
	return map[string]any{
		"limbs":   limbs,
		"modulus": func(c curve.Curve) []string { return words(modulus(c), limbs(c)) },
		// 2^61·q, from which 2^61 elements can be subtracted.
		"excess": func(c curve.Curve) []string {
			return words(new(big.Int).Lsh(modulus(c), 61), limbs(c)+1)
		},
		// ⌊2^(top+64)/q⌋, which has 63 bits.
		"reciprocal": func(c curve.Curve) string {
			return words(new(big.Int).Div(power(top(c)+64), modulus(c)), 1)[0]
		},
		// 2^(64·(n+1)) modulo q, for n limbs.
		"factor": func(c curve.Curve) []string {
			return words(new(big.Int).Mod(power(64*limbs(c)+64), modulus(c)), limbs(c))
		},
		// −1/q modulo 2^64.
		"inverse": func(c curve.Curve) string {
			inverse := new(big.Int).ModInverse(modulus(c), power(64))
			return words(inverse.Neg(inverse), 1)[0]
		},
		"topWord":     func(c curve.Curve) int { return top(c) / 64 },
		"topShift":    func(c curve.Curve) int { return top(c) % 64 },
		"topUnshift":  func(c curve.Curve) int { return 64 - top(c)%64 },
		"successor":   func(i int) int { return i + 1 },
		"predecessor": func(i int) int { return i - 1 },
	}
}

// modulus returns the order q of the curve's scalar field.
func modulus(c curve.Curve) *big.Int { return c.ID.ScalarField() }

// limbs returns the number of words of an element.
func limbs(c curve.Curve) int { return (modulus(c).BitLen() + 63) / 64 }

// top is the number of low bits that the estimate of a quotient leaves out.
func top(c curve.Curve) int { return modulus(c).BitLen() - 2 }

// power returns 2^n.
func power(n int) *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(n)) }

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
