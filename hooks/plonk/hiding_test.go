package plonk_test

import (
	"math/big"
	"reflect"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/plonk"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/keys"
)

func points(pk reflect.Value) reflect.Value { return keys.In(pk, "Kzg", "G1") }

// secret makes the canonical points those of τ = ωᵏ, for the domain of the circuit.
func secret(k int64) func(reflect.Value, ecc.ID) bool {
	return func(pk reflect.Value, curve ecc.ID) bool {
		order := curve.ScalarField()
		omega := keys.In(pk, "Vk", "Generator").Addr().MethodByName("BigInt").Call(
			[]reflect.Value{reflect.ValueOf(new(big.Int))})[0].Interface().(*big.Int)
		tau, power := new(big.Int).Exp(omega, big.NewInt(k), order), big.NewInt(1)
		all := points(pk)
		generator := reflect.New(all.Type().Elem()).Elem()
		generator.Set(all.Index(0))
		for i := range all.Len() {
			all.Index(i).Addr().MethodByName("ScalarMultiplication").Call([]reflect.Value{
				generator.Addr(), reflect.ValueOf(power)})
			power.Mod(power.Mul(power, tau), order)
		}
		return true
	}
}

// zero makes the canonical points those of τ = 0.
func zero(pk reflect.Value, _ ecc.ID) bool {
	for i, all := 1, points(pk); i < all.Len(); i++ {
		all.Index(i).SetZero()
	}
	return true
}

func ofSmallOrder(index int) func(reflect.Value, ecc.ID) bool {
	return func(pk reflect.Value, curve ecc.ID) bool {
		all := points(pk)
		return keys.OfSmallOrder(all.Index((index+all.Len())%all.Len()), curve)
	}
}

func offCurve(pk reflect.Value, _ ecc.ID) bool { return keys.OffCurve(points(pk).Index(1)) }

func selector(pk reflect.Value, curve ecc.ID) bool {
	return keys.OfSmallOrder(keys.In(pk, "Vk", "Ql"), curve)
}

func noG2(pk reflect.Value, _ ecc.ID) bool {
	keys.In(pk, "Vk", "Kzg", "G2").Index(1).SetZero()
	return true
}

// unmasked has the last row's point at infinity, which blinds all commitments to wires.
func unmasked(rows int) func(reflect.Value, ecc.ID) bool {
	return func(pk reflect.Value, _ ecc.ID) bool {
		keys.In(pk, "KzgLagrange", "G1").Index(rows - 1).SetZero()
		return true
	}
}

// TestHostileKeys refuses keys whose reference strings do not hide the witness.
func TestHostileKeys(t *testing.T) {
	ccs := scheme.Shared(t, "commitment to both").CCS
	rows := ccs.GetNbPublicVariables() + ccs.GetNbConstraints()
	attaching.Refused(t, []keys.Hostile{
		{Name: "τ = 0", Change: zero}, {Name: "τ = 1", Change: secret(0)},
		{Name: "τ = ω", Change: secret(1)}, {Name: "τ = ω³", Change: secret(3)},
		{Name: "G1[0] of small order", Change: ofSmallOrder(0)},
		{Name: "G1[2] of small order", Change: ofSmallOrder(2)},
		{Name: "G1[n + 1] of small order", Change: ofSmallOrder(-2)},
		{Name: "off the curve", Change: offCurve},
		{Name: "a selector of small order", Change: selector},
		{Name: "[τ] at infinity in G2", Change: noG2}, {Name: "no mask", Change: unmasked(rows)},
	}, func(plonk.VerifyingKey) []backend.ProverOption { return nil })
}
