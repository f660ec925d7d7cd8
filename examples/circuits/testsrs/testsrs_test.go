package testsrs_test

import (
	"bytes"
	"io"
	"math/big"
	"testing"

	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/frontend/cs/scs"
	"github.com/consensys/gnark/test/unsafekzg"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
	"github.com/gnark-accel/gnark-accel/examples/circuits/testsrs"
)

// TestSame compares reference strings with those of gnark's unsafekzg for the same secret.
func TestSame(t *testing.T) {
	e, err := accel.Open(accel.WithMinSize(1))
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	for _, id := range catalog.Curves() {
		t.Run(id.String(), func(t *testing.T) {
			circuit, err := catalog.Cubic.New(id, 1)
			if err != nil {
				t.Fatal(err)
			}
			ccs, err := frontend.Compile(id.ScalarField(), scs.NewBuilder, circuit.Circuit)
			if err != nil {
				t.Fatal(err)
			}
			tau := big.NewInt(271828)
			canonical, lagrange, err := testsrs.New(ccs, tau, e)
			if err != nil {
				t.Fatal(err)
			}
			wantCanonical, wantLagrange, err := unsafekzg.NewSRS(ccs, unsafekzg.WithToxicValue(tau))
			if err != nil {
				t.Fatal(err)
			}
			wantSame(t, canonical, wantCanonical)
			wantSame(t, lagrange, wantLagrange)
			if len(e.Devices()) > 0 && e.Statistics().DeviceComputations == 0 {
				t.Error("nothing was done on the device")
			}
			own, _, err := testsrs.New(ccs, nil, e)
			if err != nil || bytes.Equal(file(t, own), file(t, canonical)) {
				t.Errorf("a secret of its own: %v, or the same", err)
			}
		})
	}
}

func wantSame(t *testing.T, got, want io.WriterTo) {
	t.Helper()
	if !bytes.Equal(file(t, got), file(t, want)) {
		t.Error("another reference string")
	}
}

func file(t *testing.T, from io.WriterTo) []byte {
	t.Helper()
	var b bytes.Buffer
	if _, err := from.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
