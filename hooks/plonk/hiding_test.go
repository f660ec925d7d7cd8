package plonk_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/big"
	"reflect"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/plonk"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/plonk"
	"github.com/gnark-accel/gnark-accel/internal/curves"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// hostile changes a key so that its proofs would not hide the witness, or says that there is no
// such key over the curve.
type hostile struct {
	name   string
	change func(pk reflect.Value, curve ecc.ID) bool
}

// in returns a field of a key by its path.
func in(pk reflect.Value, path ...string) reflect.Value {
	for _, name := range path {
		if pk.Kind() == reflect.Pointer {
			pk = pk.Elem()
		}
		pk = pk.FieldByName(name)
	}
	return pk
}

func points(pk reflect.Value) reflect.Value { return in(pk, "Kzg", "G1") }

// secret makes the canonical points those of τ = ωᵏ, for the domain of the circuit.
func secret(k int64) func(reflect.Value, ecc.ID) bool {
	return func(pk reflect.Value, curve ecc.ID) bool {
		order := curve.ScalarField()
		omega := in(pk, "Vk", "Generator").Addr().MethodByName("BigInt").Call(
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

// smallOrder has coordinates of points of order 2 or 3 in G1.
var smallOrder = map[ecc.ID][2]uint64{
	ecc.BLS12_377: {0, 1}, ecc.BLS12_381: {0, 2}, ecc.BW6_761: {1, 0},
}

func toSmallOrder(point reflect.Value, curve ecc.ID) bool {
	coordinates, ok := smallOrder[curve]
	for i, name := range []string{"X", "Y"} {
		point.FieldByName(name).Addr().MethodByName("SetUint64").Call(
			[]reflect.Value{reflect.ValueOf(coordinates[i])})
	}
	return ok
}

func ofSmallOrder(index int) func(reflect.Value, ecc.ID) bool {
	return func(pk reflect.Value, curve ecc.ID) bool {
		all := points(pk)
		return toSmallOrder(all.Index((index+all.Len())%all.Len()), curve)
	}
}

func offCurve(pk reflect.Value, _ ecc.ID) bool {
	y := points(pk).Index(1).FieldByName("Y")
	y.Addr().MethodByName("Double").Call([]reflect.Value{y.Addr()})
	return true
}

func selector(pk reflect.Value, curve ecc.ID) bool {
	return toSmallOrder(in(pk, "Vk", "Ql"), curve)
}

func noG2(pk reflect.Value, _ ecc.ID) bool {
	in(pk, "Vk", "Kzg", "G2").Index(1).SetZero()
	return true
}

// unmasked has the last row's point at infinity, which blinds all commitments to wires.
func unmasked(rows int) func(reflect.Value, ecc.ID) bool {
	return func(pk reflect.Value, _ ecc.ID) bool {
		in(pk, "KzgLagrange", "G1").Index(rows - 1).SetZero()
		return true
	}
}

// ways are those in which a key reaches a program. Some refuse keys themselves.
var ways = map[string]func(t *testing.T, pk plonk.ProvingKey) (plonk.ProvingKey, error){
	"in memory": func(_ *testing.T, pk plonk.ProvingKey) (plonk.ProvingKey, error) {
		return pk, nil
	},
	"ReadKey": throughFile(func(pk plonk.ProvingKey, file io.Reader) (int64, error) {
		return accelerated.ReadKey(file, pk)
	}),
	"ReadFrom":       throughFile(plonk.ProvingKey.ReadFrom),
	"UnsafeReadFrom": throughFile(plonk.ProvingKey.UnsafeReadFrom),
}

func throughFile(
	read func(plonk.ProvingKey, io.Reader) (int64, error),
) func(*testing.T, plonk.ProvingKey) (plonk.ProvingKey, error) {
	return func(t *testing.T, pk plonk.ProvingKey) (plonk.ProvingKey, error) {
		var file bytes.Buffer
		if _, err := pk.WriteRawTo(&file); err != nil {
			t.Fatal(err)
		}
		to := plonk.NewProvingKey(curveOf(pk))
		_, err := read(to, &file)
		return to, err
	}
}

func curveOf(pk plonk.ProvingKey) ecc.ID {
	for _, curve := range curves.IDs() {
		if reflect.TypeOf(plonk.NewProvingKey(curve)) == reflect.TypeOf(pk) {
			return curve
		}
	}
	return ecc.UNKNOWN
}

// TestHostileKeys refuses keys whose reference strings do not hide the witness: by Attach, and by
// Prove, on a device and without.
func TestHostileKeys(t *testing.T) {
	for _, curve := range curves.IDs() {
		t.Run(curve.String(), func(t *testing.T) {
			devicetest.SkipOfHost(t, curve == ecc.BN254)
			i := scheme.MakeOn(t, curve, scheme.Named(t, "commitment to both"))
			e, without := hookstest.Engine(t), hookstest.Engine(t, accel.WithoutDevice())
			rows := i.CCS.GetNbPublicVariables() + i.CCS.GetNbConstraints()
			for _, h := range []hostile{
				{"τ = 0", zero}, {"τ = 1", secret(0)}, {"τ = ω", secret(1)}, {"τ = ω³", secret(3)},
				{"G1[0] of small order", ofSmallOrder(0)},
				{"G1[2] of small order", ofSmallOrder(2)},
				{"G1[n + 1] of small order", ofSmallOrder(-2)},
				{"off the curve", offCurve}, {"a selector of small order", selector},
				{"[τ] at infinity in G2", noG2}, {"no mask", unmasked(rows)},
			} {
				pk, err := ways["UnsafeReadFrom"](t, i.PK)
				if err != nil {
					t.Fatal(err)
				}
				if !h.change(reflect.ValueOf(pk).Elem(), curve) {
					continue
				}
				for way, read := range ways {
					hostile, err := read(t, pk)
					if err != nil {
						_, gnarks := ways["ReadFrom"](t, pk)
						if gnarks == nil && !errors.Is(err, accelerated.ErrUnsafeKey) {
							t.Errorf("%s, %s: %v", h.name, way, err)
						}
						continue // gnark refuses it, or we do
					}
					for _, engine := range []*accel.Engine{e, without} {
						devices := len(engine.Devices())
						what := fmt.Sprintf("%s, %s, %d devices", h.name, way, devices)
						err := accelerated.Attach(hostile, accelerated.WithEngine(engine),
							accelerated.WithCircuit(i.CCS))
						if !errors.Is(err, accelerated.ErrUnsafeKey) {
							t.Errorf("%s: Attach: %v", what, err)
						}
						proof, err := accelerated.Prove(i.CCS, hostile, i.Full)
						if !errors.Is(err, accelerated.ErrUnsafeKey) || proof != nil {
							t.Errorf("%s: Prove: %v", what, err)
						}
					}
				}
			}
		})
	}
}
