package groth16

import (
	"errors"
	"testing"

	curve "github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// testSelections are all wires, all but the first ones, every third, and the last.
func testSelections(n int) []Selection {
	third := []uint32{}
	for i := 0; i < n; i += 3 {
		third = append(third, uint32(i))
	}
	return []Selection{{}, {First: 3}, {Indices: third}, {Indices: []uint32{uint32(n - 1)}}}
}

func newWires(e *accel.Engine, n int, selections []Selection) *Wires[fr.Element] {
	return NewWires[fr.Element](fieldOf(e), n,
		func() ([]Selection, error) { return selections, nil })
}

// sentProof returns a proof whose wires were sent.
func sentProof(t *testing.T, wires *Wires[fr.Element], seed uint64) *Proof[fr.Element] {
	t.Helper()
	proof, err := wires.Proof(elements(wires.n, seed))
	if err != nil {
		t.Fatal(err)
	}
	if err := proof.Send(); err != nil {
		t.Fatal(err)
	}
	return proof
}

// vectorOf returns bases as a vector of a key.
func vectorOf[P, E any](bases *engine.Bases[P, E]) *Vector[P, E] {
	return &Vector[P, E]{Points: bases.Points(), Bases: bases}
}

// checkSums compares the sums with all selections, which are begun together, with the CPU's.
func checkSums(t *testing.T, k key, p *Proof[fr.Element], selections []Selection) {
	t.Helper()
	var g1 []func() (curve.G1Affine, error)
	for i := range selections {
		g1 = append(g1, beginOnDevice(p, vectorOf(k.g1), i))
	}
	g2 := beginOnDevice(p, vectorOf(k.g2), 2)
	for i, wait := range g1 {
		want := sumOf(t, g1Of, k.g1.Points(), Select(selections[i], p.values))
		for range 2 {
			if sum, err := wait(); err != nil || sum != want {
				t.Errorf("selection %d: %v, or a wrong sum", i, err)
			}
		}
	}
	want := sumOf(t, g2Of, k.g2.Points(), Select(selections[2], p.values))
	if sum, err := g2(); err != nil || sum != want {
		t.Errorf("G2: %v, or a wrong sum", err)
	}
}

// TestWires: the wires are sent once for all sums, and the indices once for all proofs.
func TestWires(t *testing.T) {
	const n = 50
	e := devicetest.Open(t, accel.WithStrict(), accel.WithPrecompute(accel.PrecomputeFactor(2)))
	k, selections := loadKey(t, e, n+1), testSelections(n)
	asked := 0
	wires := NewWires[fr.Element](fieldOf(e), n,
		func() ([]Selection, error) { asked++; return selections, nil })
	for i := range 3 {
		proof := sentProof(t, wires, uint64(i))
		if i == 2 { // the indices go with the proof
			if err := wires.Close(); err != nil {
				t.Error(err)
			}
		}
		checkSums(t, k, proof, selections)
		if err := errors.Join(proof.Close(), proof.Close()); err != nil {
			t.Error(err)
		}
		if _, err := beginOnDevice(proof, vectorOf(k.g1), 0)(); !leftToCPU(err) {
			t.Errorf("after Close: %v", err)
		}
	}
	if up := e.Statistics().BytesUp; up != fieldOf(e).Bytes(3*n) || asked != 1 {
		t.Errorf("%d bytes of values sent, indices asked for %d times", up, asked)
	}
	proof := sentProof(t, wires, 3) // sends the indices along
	if wires.indices.Bytes() > 0 {
		t.Error("indices are kept after Close")
	}
	checkSums(t, k, proof, selections)
	few := loadBases(t, e, n-1)
	if _, err := beginOnDevice(proof, vectorOf(few), 0)(); !errors.Is(err, accel.ErrRange) {
		t.Errorf("beyond the last of the bases: %v", err)
	}
	if err := errors.Join(proof.Close(), wires.Close(), k.close(), few.Close()); err != nil {
		t.Error(err)
	}
}

// TestWrongWires: selections and values that do not fit are refused.
func TestWrongWires(t *testing.T) {
	e := devicetest.Open(t, accel.WithStrict())
	for name, selections := range map[string][]Selection{
		"a wire beyond the last":   {{Indices: []uint32{0, 8}}},
		"from beyond the last on":  {{First: 9}},
		"from before the first on": {{First: -1}},
	} {
		proof, err := newWires(e, 8, selections).Proof(elements(8, 0))
		if err != nil {
			t.Fatal(err)
		}
		if err := proof.Send(); err == nil || leftToCPU(err) {
			t.Errorf("%s: %v", name, err)
		}
		if err := proof.Close(); err != nil {
			t.Error(err)
		}
	}
	wires := newWires(e, 8, testSelections(8))
	if _, err := wires.Proof(elements(7, 0)); err == nil {
		t.Error("too few values were accepted")
	}
	proof, k := sentProof(t, wires, 0), loadKey(t, e, 9)
	if _, err := beginOnDevice(proof, vectorOf(k.g1), 4)(); err == nil || leftToCPU(err) {
		t.Errorf("a selection that is not there: %v", err)
	}
	if err := errors.Join(proof.Close(), wires.Close(), k.close()); err != nil {
		t.Error(err)
	}
}
