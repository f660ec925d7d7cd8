package plonk

import (
	"context"
	"errors"
	"testing"

	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/accel/cuda"
	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// TestOnCPU: without a device, or with more commitments than it takes, all is left to the CPU.
func TestOnCPU(t *testing.T) {
	for commitments, e := range map[int]*accel.Engine{
		1:                       cpu(t),
		cuda.MaxCommitments + 1: devicetest.Open(t, accel.WithStrict()),
	} {
		polynomials, in := randomInput(t, 16, commitments)
		circuit := newCircuit(e, polynomials)
		if err := circuit.Prepare(); !errors.Is(err, engine.ErrOnCPU) {
			t.Errorf("%d commitments: err = %v", commitments, err)
		}
		proof := circuit.Proof()
		if s := e.Statistics(); s.CPUComputations != 0 {
			t.Errorf("to prepare is counted: %+v", s)
		}
		results, err := in.results(t, proof)
		if results != nil || !errors.Is(err, engine.ErrOnCPU) {
			t.Errorf("%d commitments: err = %v", commitments, err)
		}
		vectors, err := proof.Fetch(Z())
		if vectors != nil || !errors.Is(err, engine.ErrOnCPU) {
			t.Errorf("%d commitments: fetched %v, err = %v", commitments, vectors, err)
		}
		if err := proof.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestMostWires: a proof takes as many wires as it says.
func TestMostWires(t *testing.T) {
	for _, n := range []int{2, 4, 32, 128} {
		polynomials, _ := randomInput(t, n, 1)
		circuit := newCircuit(devicetest.Open(t, accel.WithStrict()), polynomials)
		proof := circuit.Proof()
		most := circuit.shape.maxWires()
		if !proof.Takes(most) || proof.Takes(most+1) {
			t.Errorf("%d rows: not %d wires", n, most)
		}
		if err := proof.SendWires(elements(most)); err != nil {
			t.Error(err)
		}
		err := proof.SendWires(elements(most + 1))
		if err == nil || errors.Is(err, engine.ErrOnCPU) {
			t.Errorf("%d rows: err = %v", n, err)
		}
		if err := errors.Join(proof.Close(), circuit.Close()); err != nil {
			t.Error(err)
		}
	}
}

// TestWrongWires: wires that do not fit the circuit are refused.
func TestWrongWires(t *testing.T) {
	e := devicetest.Open(t, accel.WithStrict())
	refused := func(t *testing.T, err error) {
		t.Helper()
		if err == nil || errors.Is(err, engine.ErrOnCPU) {
			t.Errorf("err = %v", err)
		}
	}
	for name, damage := range map[string]func(w *Wires[fr.Element]){
		"a commitment less":      func(w *Wires[fr.Element]) { w.Pi = w.Pi[:1] },
		"a short commitment":     func(w *Wires[fr.Element]) { w.Pi[1] = w.Pi[1][:1] },
		"too many public inputs": func(w *Wires[fr.Element]) { w.Public = elements(17) },
		"a row beyond the end":   func(w *Wires[fr.Element]) { w.ExtraRows[1] = 16 },
		"a row less":             func(w *Wires[fr.Element]) { w.ExtraRows = w.ExtraRows[1:] },
	} {
		t.Run(name, func(t *testing.T) {
			polynomials, in := randomInput(t, 16, 2)
			damage(in.Wires)
			proof := newCircuit(e, polynomials).Proof()
			for wire, n := range map[int]int{-1: 16, 3: 16, 1: 17} {
				refused(t, proof.SendWire(wire, elements(n), fr.One()))
			}
			refused(t, proof.InterpolateWires(in.Wires))
			refused(t, proof.Linearise(new(Linearisation[fr.Element]))) // without commitments
			if err := proof.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestQuotientNotPrepared: the quotient is refused before its preparation.
func TestQuotientNotPrepared(t *testing.T) {
	polynomials, in := randomInput(t, 16, 0)
	circuit := newCircuit(devicetest.Open(t, accel.WithStrict()), polynomials)
	proof := circuit.Proof()
	if err := proof.SendWire(0, in.values[0], fr.One()); err != nil {
		t.Fatal(err)
	}
	if err := proof.Quotient(fr.One(), fr.One(), fr.One()); !errors.Is(err, errNotPrepared) {
		t.Errorf("err = %v", err)
	}
	if err := errors.Join(proof.Close(), circuit.Close()); err != nil {
		t.Error(err)
	}
}

// TestStoppedBeforeQuotient: the ends of blinded polynomials are cleared though no quotient is
// computed.
func TestStoppedBeforeQuotient(t *testing.T) {
	polynomials, in := randomInput(t, 16, 0)
	circuit := newCircuit(devicetest.Open(t, accel.WithStrict()), polynomials)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	proof, one := circuit.Proof().Until(ctx), fr.One()
	for _, round := range []func() error{
		func() error { return proof.SendWires(in.wires) },
		func() error { return proof.InterpolateWires(in.Wires) },
		func() error { return proof.Accumulate(one, one) },
		func() error { return proof.PrepareQuotient([3]fr.Element{one, one, one}) },
	} {
		devicetest.NoError(t, round())
	}
	top := proof.preparing.top
	cancel()
	if err := proof.Quotient(one, one, one); !errors.Is(err, cuda.ErrStopped) {
		t.Errorf("err = %v", err)
	}
	devicetest.NoError(t, proof.Close(), circuit.Close())
	for _, p := range append(top.Wires[:], top.Z) {
		for i := range p.Coefficients {
			if !p.Coefficients[i].IsZero() {
				t.Fatal("a coefficient is left")
			}
		}
	}
}

// TestBlocks: the quotient fits in, and not into half as many cosets unless these are 4.
func TestBlocks(t *testing.T) {
	for n := 2; n <= 1<<20; n *= 2 {
		blocks, coefficients := Blocks(n), 3*(n+2)
		if blocks*n < coefficients || blocks > 4 && blocks/2*n >= coefficients {
			t.Errorf("%d cosets for n = %d", blocks, n)
		}
	}
}
