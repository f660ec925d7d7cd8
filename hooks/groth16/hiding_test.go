package groth16_test

import (
	"bytes"
	"errors"
	"reflect"
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/bls12-381"
	"github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/gnark-accel/gnark-accel/accel"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/groth16"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/circuits"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/keys"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

func infinite(points ...[]string) func(reflect.Value, ecc.ID) bool {
	return func(pk reflect.Value, _ ecc.ID) bool {
		for _, path := range points {
			p := keys.In(pk, path...)
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
		p := keys.In(pk, path...)
		if p.Kind() == reflect.Slice {
			p.Set(reflect.AppendSlice(reflect.MakeSlice(p.Type(), 0, p.Len()), p))
			p = p.Index(p.Len() - 1)
		}
		double(p)
		return true
	}
}

func ofSmallOrder(path ...string) func(reflect.Value, ecc.ID) bool {
	return func(pk reflect.Value, curve ecc.ID) bool {
		return keys.OfSmallOrder(keys.In(pk, path...), curve)
	}
}

// outside sets δ in G2 to a point of the curve that is not in G2.
func outside(pk reflect.Value, curve ecc.ID) bool {
	switch to := keys.In(pk, "G2", "Delta").Addr().Interface().(type) {
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
	return keys.OffCurve(keys.In(pk, "G1", "Delta"))
}

func unmasked(pk reflect.Value, _ ecc.ID) bool {
	commitments := keys.In(pk, "CommitmentKeys")
	if commitments.Len() == 0 {
		return false
	}
	basis := commitments.Index(0).FieldByName("Basis")
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

var hostiles = []keys.Hostile{
	{Name: "α at infinity", Change: infinite([]string{"G1", "Alpha"})},
	{Name: "β₁ at infinity", Change: infinite([]string{"G1", "Beta"})},
	{Name: "δ₁ at infinity", Change: infinite([]string{"G1", "Delta"})},
	{Name: "β₂ at infinity", Change: infinite([]string{"G2", "Beta"})},
	{Name: "δ₂ at infinity", Change: infinite([]string{"G2", "Delta"})},
	{Name: "both δ at infinity",
		Change: infinite([]string{"G1", "Delta"}, []string{"G2", "Delta"})},
	{Name: "Ar without blinding",
		Change: infinite([]string{"G1", "Beta"}, []string{"G1", "Delta"}, []string{"G1", "B"})},
	{Name: "another β₁", Change: twice("G1", "Beta")},
	{Name: "another δ₁", Change: twice("G1", "Delta")},
	{Name: "another δ₂", Change: twice("G2", "Delta")},
	{Name: "δ₁ of small order", Change: ofSmallOrder("G1", "Delta")},
	{Name: "α of small order", Change: ofSmallOrder("G1", "Alpha")},
	{Name: "a third of Ar", Change: all(ofSmallOrder("G1", "Delta"),
		infinite([]string{"G1", "Beta"}, []string{"G1", "B"}))},
	{Name: "δ₂ outside G2", Change: outside},
	{Name: "δ₁ off the curve", Change: offCurve},
	{Name: "no mask", Change: unmasked},
	{Name: "another B₁", Change: twice("G1", "B"), OfVectors: true},
	{Name: "another B₂", Change: twice("G2", "B"), OfVectors: true},
	{Name: "all of B₁ at infinity", Change: infinite([]string{"G1", "B"}), OfVectors: true},
}

// TestHostileKeys refuses keys that do not hide the witness.
func TestHostileKeys(t *testing.T) {
	attaching.Refused(t, hostiles, withKey, accelerated.WithCheckedKey())
}

// TestKeysThatHide accepts keys that look odd: without points B, and gnark's dummies, which pass
// for keys but for what they prove.
func TestKeysThatHide(t *testing.T) {
	for _, curve := range curve.IDs() {
		t.Run(curve.String(), func(t *testing.T) {
			devicetest.SkipRepeatedOfHost(t, curve == ecc.BN254)
			i, e := scheme.MakeOn(t, curve, scheme.Named(t, "cubic")), hookstest.Engine(t)
			opts := []accelerated.Option{accelerated.WithEngine(e), accelerated.WithCheckedKey()}
			pk := attaching.Copy(t, curve, i.PK)
			key := reflect.ValueOf(pk).Elem()
			keys.In(key, "G1", "B").SetZero()
			keys.In(key, "G2", "B").SetZero()
			marks := keys.In(key, "InfinityB")
			for wire := range marks.Len() {
				marks.Index(wire).SetBool(true)
			}
			keys.In(key, "NbInfinityB").SetUint(uint64(marks.Len()))
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

// TestComparedKeyInFolder compares the points B of a key once for all processes, whether they
// attach it at once or later. A folder does not speak for other points.
func TestComparedKeyInFolder(t *testing.T) {
	i, folder := scheme.MakeOn(t, ecc.BN254, circuits.Examples(16)[0]), t.TempDir()
	sums := func(pk groth16.ProvingKey, later bool) (uint64, error) {
		e := hookstest.Engine(t, accel.WithMinSize(1<<30))
		var file bytes.Buffer
		if _, err := pk.WriteRawTo(&file); err != nil {
			t.Fatal(err)
		}
		kept := []accelerated.Option{accelerated.WithPreparedFolder(folder)}
		attached := []accelerated.Option{accelerated.WithEngine(e), accelerated.WithCheckedKey()}
		if !later {
			kept = append(append(kept, attached...), accelerated.WithAttached())
		}
		read := groth16.NewProvingKey(ecc.BN254)
		_, err := accelerated.ReadKey(&file, read, kept...)
		if later {
			err = errors.Join(err, accelerated.Attach(read, attached...))
		}
		return hookstest.Count(e), errors.Join(err, accelerated.Release(read))
	}
	for k, test := range []struct {
		later, elsewhere bool
		want             uint64
	}{
		{want: 2}, {want: 0}, {later: true, want: 0}, {later: true, elsewhere: true, want: 2},
		{later: true, want: 0},
	} {
		if test.elsewhere {
			folder = t.TempDir()
		}
		if n, err := sums(i.PK, test.later); n != test.want || err != nil {
			t.Errorf("process %d: %d sums, expected %d: %v", k, n, test.want, err)
		}
	}
	other := attaching.Copy(t, ecc.BN254, i.PK)
	twice("G1", "B")(reflect.ValueOf(other).Elem(), ecc.BN254)
	if _, err := sums(other, false); !errors.Is(err, accelerated.ErrUnsafeKey) {
		t.Errorf("other points: %v", err)
	}
}
