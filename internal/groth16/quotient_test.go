package groth16

import (
	"errors"
	"slices"
	"testing"

	curve "github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// checkQuotient compares the quotient, and its sum over bases, with oracles. The values must not
// change.
func checkQuotient(
	t *testing.T, e *accel.Engine, bases *engine.Bases[curve.G1Affine, fr.Element],
	v *Values[fr.Element],
) {
	t.Helper()
	n, before := v.Domain.Len(), slices.Concat(v.A, v.B, v.C)
	want := oracle(v)
	h, err := ComputeQuotient(fieldOf(e), v)
	if err != nil {
		t.Fatalf("%d values on a domain of %d: %v", len(v.A), n, err)
	}
	if !slices.Equal(h, want) || !h[n-1].IsZero() {
		t.Errorf("%d values on a domain of %d: a wrong quotient", len(v.A), n)
	}
	sum, err := quotientMSM(t.Context(), fieldOf(e), vectorOf(bases), v, nil)
	if err != nil {
		t.Fatalf("sum with %d values on a domain of %d: %v", len(v.A), n, err)
	}
	if sum != sumOf(t, g1Of, bases.Points(), want[:n-1]) {
		t.Errorf("%d values on a domain of %d: a wrong sum", len(v.A), n)
	}
	if !slices.Equal(slices.Concat(v.A, v.B, v.C), before) {
		t.Error("the values were modified")
	}
}

func TestQuotient(t *testing.T) {
	e := devicetest.Open(t, accel.WithStrict(), accel.WithPrecompute(accel.PrecomputeFactor(2)))
	largest := 256
	if devicetest.Thorough(true) {
		largest = 2048
	}
	bases := loadBases(t, e, largest+3)
	var quotients, elements, values uint64
	for n := 2; n <= largest; n *= 2 {
		for _, k := range []int{n, n/2 + 1, 0} {
			checkQuotient(t, e, bases, newValues(k, n))
			quotients, elements, values = quotients+1, elements+uint64(n), values+uint64(k)
		}
	}
	s := e.Statistics()
	if s.DeviceComputations != 2*quotients || s.DeviceElements != 2*elements ||
		s.DeviceMSMs != quotients || s.DevicePoints != elements-quotients ||
		s.CPUComputations != 0 || s.Failures != 0 {
		t.Errorf("%d quotients of %d elements: %+v", quotients, elements, s)
	}
	if s.BytesUp != fieldOf(e).Bytes(2*2*int(values)) { // nothing goes up for the sums
		t.Errorf("%d bytes sent for %d values", s.BytesUp, values)
	}
}

// TestReserveQuotient: without room for a quotient it is left to the CPU, or a strict engine fails.
func TestReserveQuotient(t *testing.T) {
	const n = 256
	lenient := devicetest.Open(t, accel.WithMemoryLimit(n*32))
	if err := reserveQuotient(fieldOf(lenient), n, nil); err != nil {
		t.Error(err)
	}
	h, err := ComputeQuotient(fieldOf(lenient), newValues(n, n))
	if !leftToCPU(err) || h != nil || lenient.Statistics().CPUComputations != 1 {
		t.Errorf("without room: %v", err)
	}
	strict := fieldOf(devicetest.Open(t, accel.WithStrict(), accel.WithMemoryLimit(n*32)))
	if err := reserveQuotient(strict, n, nil); !errors.Is(err, accel.ErrOutOfMemory) {
		t.Errorf("without room, strict: %v", err)
	}
	if err := reserveQuotient(strict, 1, nil); err != nil {
		t.Errorf("no quotient, no room: %v", err)
	}
}

func TestQuotientWithoutDevice(t *testing.T) {
	e := cpu(t)
	v, bases := newValues(3, 4), loadBases(t, e, 4)
	if _, err := quotientMSM(t.Context(), fieldOf(e), vectorOf(bases), v, nil); !leftToCPU(err) {
		t.Errorf("without a device: %v", err)
	}
	if h, err := ComputeQuotient(fieldOf(e), v); !leftToCPU(err) || h != nil {
		t.Errorf("without a device: %v", err)
	}
	if s := e.Statistics(); s.CPUComputations != 2 || s.CPUElements != 8 {
		t.Errorf("%+v", s)
	}
	_, err := quotientMSM(t.Context(), fieldOf(e), vectorOf(bases), newValues(1, 1), nil)
	if !leftToCPU(err) {
		t.Errorf("a single element: %v", err)
	}
	if err := errors.Join(bases.Close(), e.Close()); err != nil {
		t.Error(err)
	}
	_, err = quotientMSM(t.Context(), fieldOf(e), vectorOf(bases), v, nil)
	if !errors.Is(err, accel.ErrClosed) {
		t.Errorf("closed: %v", err)
	}
	if _, err := ComputeQuotient(fieldOf(e), v); !errors.Is(err, accel.ErrClosed) {
		t.Errorf("closed: %v", err)
	}
}

func TestCheckOfValues(t *testing.T) {
	for name, damage := range map[string]func(v *Values[fr.Element]){
		"no domain":        func(v *Values[fr.Element]) { v.Domain = nil },
		"a small domain":   func(v *Values[fr.Element]) { v.Domain = newDomain(2) },
		"a short vector C": func(v *Values[fr.Element]) { v.C = v.C[:2] },
		"a short vector B": func(v *Values[fr.Element]) { v.B = v.B[:2] },
		"nothing":          nil,
	} {
		v := newValues(3, 4)
		if damage != nil {
			damage(v)
		}
		if err := v.Check(); (err != nil) != (damage != nil) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
