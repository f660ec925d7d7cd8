package groth16_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/bls12-381"
	"github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/gnark-accel/gnark-accel/accel"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/groth16"
	"github.com/gnark-accel/gnark-accel/hooks/internal/groth16/testscheme"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/circuits"
	"github.com/gnark-accel/gnark-accel/internal/curves"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// hostile changes a key so that its proofs would not hide the witness, or says that there is no
// such key over the curve.
type hostile struct {
	name   string
	change func(pk reflect.Value, curve ecc.ID) bool
	// ofVectors is what a device finds, or the CPU if it is asked.
	ofVectors bool
}

// in returns a field of a key by its path.
func in(pk reflect.Value, path ...string) reflect.Value {
	for _, name := range path {
		pk = pk.FieldByName(name)
	}
	return pk
}

func infinite(points ...[]string) func(reflect.Value, ecc.ID) bool {
	return func(pk reflect.Value, _ ecc.ID) bool {
		for _, path := range points {
			p := in(pk, path...)
			if p.Kind() == reflect.Slice {
				p.Set(reflect.MakeSlice(p.Type(), p.Len(), p.Len()))
				continue
			}
			p.SetZero()
		}
		return true
	}
}

func twice(path ...string) func(reflect.Value, ecc.ID) bool {
	return func(pk reflect.Value, _ ecc.ID) bool {
		p := in(pk, path...)
		if p.Kind() == reflect.Slice {
			p.Set(reflect.AppendSlice(reflect.MakeSlice(p.Type(), 0, p.Len()), p))
			p = p.Index(p.Len() - 1)
		}
		double(p)
		return true
	}
}

// smallOrder has coordinates of points of order 2 or 3 in G1.
var smallOrder = map[ecc.ID][2]uint64{
	ecc.BLS12_377: {0, 1}, ecc.BLS12_381: {0, 2}, ecc.BW6_761: {1, 0},
}

func ofSmallOrder(path ...string) func(reflect.Value, ecc.ID) bool {
	return func(pk reflect.Value, curve ecc.ID) bool {
		coordinates, ok := smallOrder[curve]
		for i, name := range []string{"X", "Y"} {
			in(pk, append(path, name)...).Addr().MethodByName("SetUint64").Call(
				[]reflect.Value{reflect.ValueOf(coordinates[i])})
		}
		return ok
	}
}

// outside sets δ in G2 to a point of the curve that is not in G2.
func outside(pk reflect.Value, curve ecc.ID) bool {
	switch to := in(pk, "G2", "Delta").Addr().Interface().(type) {
	case *bn254.G2Affine:
		p := bn254.GeneratePointNotInG2(bn254.E2{})
		to.FromJacobian(&p)
	case *bls12381.G2Affine:
		p := bls12381.GeneratePointNotInG2(bls12381.E2{})
		to.FromJacobian(&p)
	default:
		return false
	}
	return true
}

func offCurve(pk reflect.Value, _ ecc.ID) bool {
	y := in(pk, "G1", "Delta", "Y")
	y.Addr().MethodByName("Double").Call([]reflect.Value{y.Addr()})
	return true
}

func unmasked(pk reflect.Value, _ ecc.ID) bool {
	keys := in(pk, "CommitmentKeys")
	if keys.Len() == 0 {
		return false
	}
	basis := keys.Index(0).FieldByName("Basis")
	basis.Index(basis.Len() - 1).SetZero()
	return true
}

func all(changes ...func(reflect.Value, ecc.ID) bool) func(reflect.Value, ecc.ID) bool {
	return func(pk reflect.Value, curve ecc.ID) bool {
		return !slices.ContainsFunc(changes, func(change func(reflect.Value, ecc.ID) bool) bool {
			return !change(pk, curve)
		})
	}
}

var hostiles = []hostile{
	{name: "α at infinity", change: infinite([]string{"G1", "Alpha"})},
	{name: "β₁ at infinity", change: infinite([]string{"G1", "Beta"})},
	{name: "δ₁ at infinity", change: infinite([]string{"G1", "Delta"})},
	{name: "β₂ at infinity", change: infinite([]string{"G2", "Beta"})},
	{name: "δ₂ at infinity", change: infinite([]string{"G2", "Delta"})},
	{name: "both δ at infinity",
		change: infinite([]string{"G1", "Delta"}, []string{"G2", "Delta"})},
	{name: "Ar without blinding",
		change: infinite([]string{"G1", "Beta"}, []string{"G1", "Delta"}, []string{"G1", "B"})},
	{name: "another β₁", change: twice("G1", "Beta")},
	{name: "another δ₁", change: twice("G1", "Delta")},
	{name: "another δ₂", change: twice("G2", "Delta")},
	{name: "δ₁ of small order", change: ofSmallOrder("G1", "Delta")},
	{name: "α of small order", change: ofSmallOrder("G1", "Alpha")},
	{name: "a third of Ar", change: all(ofSmallOrder("G1", "Delta"),
		infinite([]string{"G1", "Beta"}, []string{"G1", "B"}))},
	{name: "δ₂ outside G2", change: outside},
	{name: "δ₁ off the curve", change: offCurve},
	{name: "no mask", change: unmasked},
	{name: "another B₁", change: twice("G1", "B"), ofVectors: true},
	{name: "another B₂", change: twice("G2", "B"), ofVectors: true},
	{name: "all of B₁ at infinity", change: infinite([]string{"G1", "B"}), ofVectors: true},
}

// ways are those in which a key reaches a program. Some refuse keys themselves.
var ways = map[string]func(t *testing.T, hostile groth16.ProvingKey) (groth16.ProvingKey, error){
	"in memory": func(_ *testing.T, pk groth16.ProvingKey) (groth16.ProvingKey, error) {
		return pk, nil
	},
	"ReadKey": throughFile(func(pk groth16.ProvingKey, file io.Reader) (int64, error) {
		return accelerated.ReadKey(file, pk)
	}),
	"ReadFrom":       throughFile(groth16.ProvingKey.ReadFrom),
	"UnsafeReadFrom": throughFile(groth16.ProvingKey.UnsafeReadFrom),
}

func throughFile(
	read func(groth16.ProvingKey, io.Reader) (int64, error),
) func(*testing.T, groth16.ProvingKey) (groth16.ProvingKey, error) {
	return func(t *testing.T, pk groth16.ProvingKey) (groth16.ProvingKey, error) {
		var file bytes.Buffer
		if _, err := pk.WriteRawTo(&file); err != nil {
			t.Fatal(err)
		}
		to := groth16.NewProvingKey(pk.CurveID())
		_, err := read(to, &file)
		return to, err
	}
}

// copyOf returns a key whose points and vectors can be changed.
func copyOf(t *testing.T, pk groth16.ProvingKey) groth16.ProvingKey {
	t.Helper()
	to, err := ways["UnsafeReadFrom"](t, pk)
	if err != nil {
		t.Fatal(err)
	}
	return to
}

// TestHostileKeys refuses keys that do not hide the witness: by Attach, and by Prove.
func TestHostileKeys(t *testing.T) {
	for _, curve := range curves.IDs() {
		t.Run(curve.String(), func(t *testing.T) {
			devicetest.SkipOfHost(t, curve == ecc.BN254)
			i := scheme.MakeOn(t, curve, scheme.Named(t, "commitment to both"))
			e := hookstest.Engine(t)
			for _, h := range hostiles {
				pk := copyOf(t, i.PK)
				if !h.change(reflect.ValueOf(pk).Elem(), curve) {
					continue
				}
				for way, read := range ways {
					hostile, err := read(t, pk)
					if err != nil {
						if way == "ReadKey" && gnarkReads(t, pk) &&
							!errors.Is(err, accelerated.ErrUnsafeKey) {
							t.Errorf("%s, %s: %v", h.name, way, err)
						}
						continue // gnark refuses it, or we do
					}
					t.Run(fmt.Sprint(h.name, ", ", way), func(t *testing.T) {
						refused(t, i, hostile, e, h.ofVectors)
					})
				}
			}
		})
	}
}

func gnarkReads(t *testing.T, pk groth16.ProvingKey) bool {
	_, err := ways["ReadFrom"](t, pk)
	return err == nil
}

// refused expects an error of a key on an engine, and on one without a device. Those that Attach
// returns, Prove returns after it.
func refused(
	t *testing.T, i *testscheme.Instance, pk groth16.ProvingKey, e *accel.Engine, ofVectors bool,
) {
	t.Helper()
	without, err := accel.Open(accel.WithoutDevice())
	if err != nil {
		t.Fatal(err)
	}
	defer without.Close()
	circuit, engine := accelerated.WithCircuit(i.CCS), accelerated.WithEngine(e)
	attempts := map[string][]accelerated.Option{
		"without a device": {
			accelerated.WithEngine(without), circuit, accelerated.WithCheckedKey(),
		},
	}
	if !ofVectors || len(e.Devices()) > 0 {
		attempts["engine"] = []accelerated.Option{engine, circuit}
	}
	for name, opts := range attempts {
		if err := accelerated.Attach(pk, opts...); !errors.Is(err, accelerated.ErrUnsafeKey) {
			t.Errorf("%s: Attach: %v", name, err)
		}
		if ofVectors && name == "without a device" {
			continue // Prove does not ask for it
		}
		proof, err := accelerated.Prove(i.CCS, pk, i.Full, withKey(i.VK)...)
		if !errors.Is(err, accelerated.ErrUnsafeKey) || proof != nil {
			t.Errorf("%s: Prove: %v", name, err)
		}
	}
	if use := e.Statistics(); use.WrongProofs > 0 {
		t.Errorf("%d wrong proofs", use.WrongProofs)
	}
	if err := accelerated.Release(pk); err != nil {
		t.Error(err)
	}
}

// TestKeysThatHide accepts keys that look odd: without points B, and gnark's dummies, which pass
// for keys but for what they prove.
func TestKeysThatHide(t *testing.T) {
	for _, curve := range curves.IDs() {
		t.Run(curve.String(), func(t *testing.T) {
			devicetest.SkipOfHost(t, curve == ecc.BN254)
			i, e := scheme.MakeOn(t, curve, scheme.Named(t, "cubic")), hookstest.Engine(t)
			opts := []accelerated.Option{accelerated.WithEngine(e), accelerated.WithCheckedKey()}
			pk := copyOf(t, i.PK)
			key := reflect.ValueOf(pk).Elem()
			in(key, "G1", "B").SetZero()
			in(key, "G2", "B").SetZero()
			marks := in(key, "InfinityB")
			for wire := range marks.Len() {
				marks.Index(wire).SetBool(true)
			}
			in(key, "NbInfinityB").SetUint(uint64(marks.Len()))
			if err := accelerated.Attach(pk, opts...); err != nil {
				t.Errorf("without points B: %v", err)
			}
			if err := accelerated.Release(pk); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestDummyKeys: gnark proves with the keys of DummySetup, and nothing verifies. Such keys hide the
// witness, and no proof with them leaves that has to verify.
func TestDummyKeys(t *testing.T) {
	for _, name := range []string{"cubic", "commitment to both"} {
		i, e := scheme.Shared(t, name), hookstest.Engine(t)
		pk, err := groth16.DummySetup(i.CCS)
		if err != nil {
			t.Fatal(err)
		}
		err = accelerated.Attach(pk, accelerated.WithEngine(e), accelerated.WithCheckedKey())
		if err != nil {
			t.Fatal(err)
		}
		proof, err := accelerated.Prove(i.CCS, pk, i.Full)
		if !errors.Is(err, accelerated.ErrKeyMismatch) || proof != nil {
			t.Errorf("%s: %v", name, err)
		}
		_, err = accelerated.Prove(i.CCS, pk, i.Full, accelerated.WithoutVerification())
		if err != nil {
			t.Errorf("%s, not verified: %v", name, err)
		}
		if err := accelerated.Release(pk); err != nil {
			t.Error(err)
		}
	}
}

// TestComparedKeyInFolder compares the points B of a key once for all processes. A folder does not
// speak for other points.
func TestComparedKeyInFolder(t *testing.T) {
	i, folder := scheme.MakeOn(t, ecc.BN254, circuits.Examples(16)[0]), t.TempDir()
	sums := func(pk groth16.ProvingKey) (uint64, error) {
		e := hookstest.Engine(t, accel.WithMinSize(1<<30))
		var file bytes.Buffer
		if _, err := pk.WriteRawTo(&file); err != nil {
			t.Fatal(err)
		}
		read := groth16.NewProvingKey(ecc.BN254)
		_, err := accelerated.ReadKey(&file, read, accelerated.WithEngine(e),
			accelerated.WithAttached(), accelerated.WithCheckedKey(),
			accelerated.WithPreparedFolder(folder))
		return hookstest.Count(e), errors.Join(err, accelerated.Release(read))
	}
	for k, want := range []uint64{2, 0} {
		if n, err := sums(copyOf(t, i.PK)); n != want || err != nil {
			t.Errorf("process %d: %d sums, expected %d: %v", k, n, want, err)
		}
	}
	for k, want := range []uint64{0, 2, 0} { // another folder from the second on
		if k == 1 {
			folder = t.TempDir()
		}
		if n, err := attachedLater(t, copyOf(t, i.PK), folder); n != want || err != nil {
			t.Errorf("attached later, process %d: %d sums, expected %d: %v", k, n, want, err)
		}
	}
	other := copyOf(t, i.PK)
	twice("G1", "B")(reflect.ValueOf(other).Elem(), ecc.BN254)
	if _, err := sums(other); !errors.Is(err, accelerated.ErrUnsafeKey) {
		t.Errorf("other points: %v", err)
	}
}

// attachedLater reads a key with a folder, and attaches it without. It returns the sums.
func attachedLater(t *testing.T, pk groth16.ProvingKey, folder string) (uint64, error) {
	e := hookstest.Engine(t, accel.WithMinSize(1<<30))
	var file bytes.Buffer
	if _, err := pk.WriteRawTo(&file); err != nil {
		t.Fatal(err)
	}
	read := groth16.NewProvingKey(ecc.BN254)
	_, err := accelerated.ReadKey(&file, read, accelerated.WithPreparedFolder(folder))
	err = errors.Join(err,
		accelerated.Attach(read, accelerated.WithEngine(e), accelerated.WithCheckedKey()))
	return hookstest.Count(e), errors.Join(err, accelerated.Release(read))
}
