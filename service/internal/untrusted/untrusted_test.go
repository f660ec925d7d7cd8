package untrusted_test

import (
	"context"
	"encoding/binary"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/gnark-accel/gnark-accel/service/internal/servicetest"
	"github.com/gnark-accel/gnark-accel/service/internal/untrusted"
)

func bytesOf(t testing.TB, file circuit.File) []byte {
	t.Helper()
	content, err := servicetest.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// describe has a child read copies of a circuit's files.
func describe(
	ctx context.Context, t testing.TB, scheme circuit.Scheme, curve string, files circuit.Files,
) (*circuit.Manifest, error) {
	t.Helper()
	folder := t.TempDir()
	if _, err := files.CopyTo(folder); err != nil {
		t.Fatal(err)
	}
	m := circuit.ManifestOf(scheme, circuit.Options{}, curve, files)
	return &m, untrusted.New().Describe(ctx, &m, folder)
}

// TestWhole reads whole circuits in a child, as this process does, and proves with them.
func TestWhole(t *testing.T) {
	for _, e := range []servicetest.Example{
		servicetest.Groth16(t, &servicetest.Square{}),
		servicetest.PLONK(t, &servicetest.Square{}, ecc.BLS12_381),
	} {
		scheme, files := e.Files(t)
		curve := curve.NameOf(e.System)
		m := circuit.ManifestOf(scheme, circuit.Options{}, curve, files)
		want, err := circuit.Read(&m, files)
		if err != nil {
			t.Fatal(err)
		}
		got, err := describe(t.Context(), t, scheme, curve, files)
		if err != nil || !reflect.DeepEqual(*got, want.Manifest) {
			t.Fatalf("%s: %+v, %v", scheme, got, err)
		}
		loaded, err := circuit.Read(got, files)
		if err != nil {
			t.Fatal(err)
		}
		full := e.Witness(t, &servicetest.Square{X: 3, Y: 9})
		if _, err := loaded.Prove(t.Context(), full); err != nil {
			t.Errorf("%s: %v", scheme, err)
		}
	}
}

// TestDeaths reads files that end the process that reads them, and files that are damaged.
func TestDeaths(t *testing.T) {
	e := servicetest.Groth16(t, &servicetest.Square{})
	_, whole := e.Files(t)
	for name, c := range map[string]struct {
		change func(system, key []byte)
		says   string
	}{
		"levels of 2^40": {func(s, _ []byte) {
			binary.LittleEndian.PutUint64(s[64:], 1<<40)
		}, "died"},
		"a domain of 2^10": {func(_, k []byte) {
			binary.BigEndian.PutUint64(k, 1<<10)
		}, "points"},
		"a domain of 2^27": {func(_, k []byte) {
			binary.BigEndian.PutUint64(k, 1<<27)
		}, "died"},
		"words of 2^40": {func(s, _ []byte) { // calldata, after the levels and the instructions
			at := 64 + binary.LittleEndian.Uint64(s[32:]) + binary.LittleEndian.Uint64(s[40:])
			binary.LittleEndian.PutUint64(s[at:], 1<<40)
		}, "died"},
		"an empty block, which is read for ever": {func(s, _ []byte) {
			at := 64 + binary.LittleEndian.Uint64(s[32:]) // the instructions
			binary.LittleEndian.PutUint32(s[at+12:], 0)
		}, "too long"},
	} {
		s, k := bytesOf(t, whole[circuit.System]), bytesOf(t, whole[circuit.ProvingKey])
		c.change(s, k)
		files := whole
		files[circuit.System], files[circuit.ProvingKey] = servicetest.File(s), servicetest.File(k)
		_, err := describe(t.Context(), t, circuit.Groth16, "bn254", files)
		if !errors.Is(err, circuit.ErrMalformed) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := describe(t.Context(), t, circuit.Groth16, "bn254", whole); err != nil {
		t.Errorf("a whole circuit after them: %v", err)
	}
}

// TestCancelled reads nothing once the context is cancelled.
func TestCancelled(t *testing.T) {
	_, files := servicetest.Groth16(t, &servicetest.Square{}).Files(t)
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := describe(cancelled, t, circuit.Groth16, "bn254", files)
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// BenchmarkDescribe reads a small circuit in a child.
func BenchmarkDescribe(b *testing.B) {
	_, files := servicetest.Groth16(b, &servicetest.Square{}).Files(b)
	for b.Loop() {
		_, err := describe(b.Context(), b, circuit.Groth16, "bn254", files)
		if err != nil {
			b.Fatal(err)
		}
	}
}
