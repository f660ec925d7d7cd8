package plonk

import (
	"errors"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// TestSums: sums over bases elsewhere are left to the CPU, which has the vectors fetched. Those
// over bases on the device are in the proofs of hooks/plonk.
func TestSums(t *testing.T) {
	const n = 32
	polynomials, in := randomInput(t, n, 1)
	points := g1Points(n + 4)
	e := devicetest.Open(t, accel.WithStrict(), accel.WithPrecompute(accel.PrecomputeFactor(2)))
	bases, err := loadBases(e, points)
	if err != nil {
		t.Fatal(err)
	}
	elsewhere, err := loadBases(cpu(t), points)
	if err != nil {
		t.Fatal(err)
	}
	circuit := newCircuit(e, polynomials)
	for range 2 {
		proof := circuit.Proof()
		if _, err := in.results(t, proof); err != nil {
			t.Fatal(err)
		}
		if sums, err := Begin(proof, bases, 1, Shards())(); err != nil || len(sums) != 3 {
			t.Errorf("%d sums, err = %v", len(sums), err)
		}
		if sums, err := Begin(proof, bases, 5, DividedFolded())(); !errors.Is(err, accel.ErrRange) {
			t.Errorf("beyond the last of the bases: %v, err = %v", sums, err)
		}
		if sums, err := Begin(proof, elsewhere, 1, Shards())(); !errors.Is(err, engine.ErrOnCPU) {
			t.Errorf("over bases that are not on the device: %v, err = %v", sums, err)
		}
		if vectors, err := proof.Fetch(Shards()); err != nil || len(vectors) != 3 {
			t.Errorf("%d shards fetched then, err = %v", len(vectors), err)
		}
		if err := proof.Close(); err != nil {
			t.Error(err)
		}
		if sums, err := Begin(proof, bases, 0, Z())(); !errors.Is(err, engine.ErrOnCPU) {
			t.Errorf("after Close: %v, err = %v", sums, err)
		}
	}
	if up, want := e.Statistics().BytesUp, 2*fieldOf(e).Bytes(sent(n)); up != want {
		t.Errorf("%d bytes sent, not %d", up, want)
	}
	if msms := e.Statistics().DeviceMSMs; msms != 2*3 {
		t.Errorf("%d sums on the device", msms)
	}
	if err := errors.Join(circuit.Close(), bases.Close()); err != nil {
		t.Error(err)
	}
}

// TestWireOutsideTheRows: rows that a wire does not have end the proof on the device.
func TestWireOutsideTheRows(t *testing.T) {
	for _, v := range []Vectors{Wire(3, 0, 1), Wire(0, -1, 1), Wire(1, 2, 1), Wire(2, 0, 17)} {
		e := devicetest.Open(t, accel.WithStrict())
		polynomials, in := randomInput(t, 16, 0)
		circuit := newCircuit(e, polynomials)
		proof := circuit.Proof()
		if err := proof.SendWire(0, in.values[0], in.values[1][0]); err != nil {
			t.Fatal(err)
		}
		if vectors, err := proof.Fetch(v); err == nil {
			t.Errorf("fetched %v", vectors)
		}
		if err := errors.Join(proof.Close(), circuit.Close()); err != nil {
			t.Error(err)
		}
	}
}
