package keys

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/circuits"
	"github.com/gnark-accel/gnark-accel/hooks/internal/keyfile"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

var broken = flag.Int("keys.broken", 0, "read so many broken files of each key (default 2, 30 or, "+
	"in long runs, 1000 over BN254)")

// Flips is the number of broken files of a key.
func Flips(curve ecc.ID) int {
	switch first := curve == ecc.BN254; {
	case *broken > 0:
		return *broken
	case first && devicetest.Thorough(false):
		return 1000
	case devicetest.Thorough(first):
		return 30
	default:
		return 2
	}
}

// Reading is a hook's function that reads a proving key, on an engine.
type Reading[PK any] func(io.Reader, PK, *accel.Engine) (int64, error)

// WantGnarksReading reads the key of an example, compressed and raw, whole and broken, as gnark
// does. It breaks single bits, and cuts files, as often as [Flips] says. With keys that can be read
// all the same it proves, with options that verify: the error is the prover's, or the proof is
// right. Without options it does not: PLONK verifies by a part of the key, which may be the broken
// one.
//
// It prints a row for each form, with the number of broken files and what became of them:
//
//	| broken keys | scheme | curve | form | bytes | files | gnark's error | gnark's key | length |
func WantGnarksReading[PK hookstest.ProvingKey, VK any, P hookstest.Proof](
	t *testing.T, s *hookstest.Scheme[PK, VK, P], curve ecc.ID, e circuits.Example,
	newKey func(ecc.ID) PK, read Reading[PK], options func(VK) []backend.ProverOption,
) {
	t.Helper()
	engine := hookstest.Engine(t)
	i := s.MakeOn(t, curve, e)
	var compressed bytes.Buffer
	if _, err := any(i.PK).(io.WriterTo).WriteTo(&compressed); err != nil {
		t.Fatal(err)
	}
	want, rng := raw(t, i.PK), rand.New(rand.NewPCG(1, 1))
	for name, file := range map[string][]byte{"compressed": compressed.Bytes(), "raw": want} {
		key := newKey(curve)
		from := bytes.NewReader(append(bytes.Clone(file), "rest"...))
		n, err := read(from, key, engine)
		if err != nil || n != int64(len(file)) || from.Len() != len("rest") {
			t.Fatalf("%v: %s: %d of %d bytes, %v", curve, name, n, len(file), err)
		}
		if !bytes.Equal(raw(t, key), want) {
			t.Errorf("%v: %s: another key", curve, name)
		}
		flips, outcomes := Flips(curve), map[outcome]int{}
		for k := range flips {
			broken := bytes.Clone(file)
			at := rng.IntN(8 * len(broken))
			broken[at/8] ^= 1 << (at % 8)
			cut := k%8 == 7
			if cut {
				broken = broken[:at/8]
			}
			damaged := newKey(curve)
			out := wantSameReading(t, broken, cut, damaged, newKey(curve), read, engine)
			outcomes[out]++
			if out == sameKey && options != nil {
				proveWithDamaged(t, s, i, damaged, engine, options(i.VK))
			}
			if t.Failed() {
				t.Fatalf("%v: %s: bit %d of %d bytes", curve, name, at, len(broken))
			}
		}
		fmt.Printf("| broken keys | %s | %v | %s | %d | %d | %d | %d | %d |\n", s.Name, curve, name,
			len(file), flips, outcomes[sameError], outcomes[sameKey], outcomes[refusedLength])
		failing := errors.New("no more")
		half := io.MultiReader(bytes.NewReader(file[:len(file)/2]), iotest.ErrReader(failing))
		if _, err := read(half, newKey(curve), engine); !errors.Is(err, failing) {
			t.Errorf("%s: a reader that fails: %v", name, err)
		}
	}
	if stats := engine.Statistics(); len(engine.Devices()) > 0 &&
		(stats.DeviceComputations == 0 || stats.Failures > 0) {
		t.Errorf("%v: %+v", curve, stats)
	}
}

// proveWithDamaged makes a proof with a key that is wrong somewhere, if only where nobody looks.
func proveWithDamaged[PK hookstest.ProvingKey, VK any, P hookstest.Proof](
	t *testing.T, s *hookstest.Scheme[PK, VK, P], i *hookstest.Instance[PK, VK], pk PK,
	engine *accel.Engine, options []backend.ProverOption,
) {
	t.Helper()
	if s.Attach(pk, engine) != nil {
		return
	}
	if proof, err := s.Accelerated(i.CCS, pk, i.Full, options...); err == nil {
		s.WantVerified(t, i, proof)
	}
	if err := s.Release(pk); err != nil {
		t.Error(err)
	}
}

// outcome is what becomes of a broken file.
type outcome int

const (
	sameError outcome = iota // as gnark's
	sameKey
	refusedLength // of a vector, for which gnark would take memory
)

// wantSameReading reads a broken file as gnark does. One that is not cut may have a length that
// gnark would take memory for: gnark does not read it.
func wantSameReading[PK any](
	t *testing.T, file []byte, cut bool, one, other PK, read Reading[PK], e *accel.Engine,
) outcome {
	t.Helper()
	n, err := read(bytes.NewReader(file), one, e)
	if err != nil && (errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, keyfile.ErrLength)) && !cut {
		return refusedLength
	}
	m, want := any(other).(io.ReaderFrom).ReadFrom(bytes.NewReader(file))
	switch {
	case err != nil && (want == nil || !strings.HasSuffix(err.Error(), ": "+want.Error())):
		t.Errorf("%v, and gnark's %v", err, want)
	case err == nil && (want != nil || n != m || !bytes.Equal(raw(t, one), raw(t, other))):
		t.Errorf("no error, but gnark's %v; %d bytes, and %d", want, n, m)
	}
	if err != nil {
		return sameError
	}
	return sameKey
}
