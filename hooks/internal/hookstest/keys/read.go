package keys

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/circuits"
	"github.com/gnark-accel/gnark-accel/hooks/internal/keys"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// flips is the number of broken files of a key.
func flips(curve ecc.ID) int {
	switch first := curve == ecc.BN254; {
	case first && devicetest.Thorough(false):
		return 1000
	case devicetest.Thorough(first):
		return 30
	default:
		return 2
	}
}

// Reading reads keys over each curve, compressed and raw, whole and broken, as gnark does. It
// breaks single bits, and cuts files, as often as flips says. With keys that can be read all the
// same it proves, with options that verify: the error is the prover's, or the proof is right.
// Without options it does not: PLONK verifies by a part of the key, which may be the broken one.
//
// It prints a row for each form, with the number of broken files and their fates:
//
//	| broken keys | scheme | curve | form | bytes | files | gnark's error | gnark's key | length |
func (a *Attaching[PK, VK, P, O]) Reading(t *testing.T, options func(VK) []backend.ProverOption) {
	for k, curve := range curve.IDs() {
		if !testing.Short() || curve == ecc.BN254 {
			example := a.Named(t, []string{"several commitments", "cubic"}[k%2])
			a.readingOver(t, curve, example, options)
		}
	}
}

func (a *Attaching[PK, VK, P, O]) readingOver(
	t *testing.T, curve ecc.ID, e circuits.Example, options func(VK) []backend.ProverOption,
) {
	t.Helper()
	engine := hookstest.Engine(t)
	i := a.MakeOn(t, curve, e)
	read := func(from io.Reader, to PK) (int64, error) {
		return a.ReadKey(from, to, a.WithEngine(engine))
	}
	want, rng := raw(t, i.PK), rand.New(rand.NewPCG(1, 1))
	for name, file := range map[string][]byte{"compressed": compressed(t, i.PK), "raw": want} {
		key := a.New(curve)
		from := bytes.NewReader(append(bytes.Clone(file), "rest"...))
		n, err := read(from, key)
		if err != nil || n != int64(len(file)) || from.Len() != len("rest") {
			t.Fatalf("%v: %s: %d of %d bytes, %v", curve, name, n, len(file), err)
		}
		if !bytes.Equal(raw(t, key), want) {
			t.Errorf("%v: %s: another key", curve, name)
		}
		files, outcomes := flips(curve), map[outcome]int{}
		for k := range files {
			broken := bytes.Clone(file)
			at := rng.IntN(8 * len(broken))
			broken[at/8] ^= 1 << (at % 8)
			cut := k%8 == 7
			if cut {
				broken = broken[:at/8]
			}
			damaged := a.New(curve)
			out := wantSameReading(t, broken, cut, damaged, a.New(curve), read)
			outcomes[out]++
			if out == sameKey && options != nil {
				a.proveWithDamaged(t, i, damaged, engine, options(i.VK))
			}
			if t.Failed() {
				t.Fatalf("%v: %s: bit %d of %d bytes", curve, name, at, len(broken))
			}
		}
		fmt.Printf("| broken keys | %s | %v | %s | %d | %d | %d | %d | %d |\n", a.Name, curve, name,
			len(file), files, outcomes[sameError], outcomes[sameKey], outcomes[refusedLength])
		failing := errors.New("no more")
		half := io.MultiReader(bytes.NewReader(file[:len(file)/2]), iotest.ErrReader(failing))
		if _, err := read(half, a.New(curve)); !errors.Is(err, failing) {
			t.Errorf("%s: a reader that fails: %v", name, err)
		}
	}
	if stats := engine.Statistics(); len(engine.Devices()) > 0 &&
		(stats.DeviceComputations == 0 || stats.Failures > 0) {
		t.Errorf("%v: %+v", curve, stats)
	}
}

// ReadingForAnother reads a key with a circuit that it is not of, attached or not.
func (a *Attaching[PK, VK, P, O]) ReadingForAnother(t *testing.T) {
	i, other := a.Shared(t, "cubic"), a.Shared(t, "range checks")
	with := append(a.Prepared(other.CCS, i.VK), a.WithEngine(hookstest.Engine(t)))
	for _, opts := range [][]O{with, append(with[:len(with):len(with)], a.WithAttached())} {
		_, err := a.ReadKey(bytes.NewReader(raw(t, i.PK)), a.New(ecc.BN254), opts...)
		if !errors.Is(err, a.ErrKeyMismatch) ||
			!regexp.MustCompile(`the key has \d+ \w+, the circuit \d+$`).MatchString(err.Error()) {
			t.Errorf("with %d options: %v", len(opts), err)
		}
	}
}

// compressed returns the bytes of a key as gnark writes them.
func compressed(t *testing.T, key any) []byte {
	t.Helper()
	return devicetest.Written(t, key.(io.WriterTo).WriteTo)
}

// proveWithDamaged makes a proof with a key that is wrong somewhere. The place may be one that
// nobody looks at.
func (a *Attaching[PK, VK, P, O]) proveWithDamaged(
	t *testing.T, i *hookstest.Instance[PK, VK], pk PK, engine *accel.Engine,
	options []backend.ProverOption,
) {
	t.Helper()
	if a.Attach(pk, a.WithEngine(engine)) != nil {
		return
	}
	if proof, err := a.Accelerated(i.CCS, pk, i.Full, options...); err == nil {
		a.WantVerified(t, i, proof)
	}
	devicetest.NoError(t, a.Release(pk))
}

type outcome int

const (
	sameError outcome = iota // as gnark's
	sameKey
	refusedLength // of a vector, for which gnark would take memory
)

// wantSameReading reads a broken file as gnark does. One that is not cut may have a length that
// gnark would take memory for: gnark does not read it.
func wantSameReading[PK any](
	t *testing.T, file []byte, cut bool, one, other PK, read func(io.Reader, PK) (int64, error),
) outcome {
	t.Helper()
	n, err := read(bytes.NewReader(file), one)
	if err != nil && (errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, keys.ErrLength)) && !cut {
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
