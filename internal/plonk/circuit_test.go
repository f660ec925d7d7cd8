package plonk

import (
	"errors"
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

func newCircuit(e *accel.Engine, p Polynomials[fr.Element]) *testCircuit {
	return NewCircuit[fr.Element](fieldOf(e), p)
}

// rooms are memory limits for circuits of 256 rows and one commitment, and what stays there.
var rooms = []struct {
	vectors     uint64 // of n elements, within the limit, beside the quarter of it left to sums
	resident    bool
	precomputed bool
}{
	{1 << 16, true, true},
	{54, true, false},
	{44, false, false}, // 30, tables, and 9 that are sent along
}

// open opens an engine with room for so many vectors of n elements.
func open(t *testing.T, vectors, n uint64) *accel.Engine {
	t.Helper()
	return devicetest.Open(t, accel.WithStrict(), accel.WithMemoryLimit(vectors*n*fr.Bytes*4/3))
}

// stay checks what of a circuit is on the device.
func stay(t *testing.T, c *testCircuit, resident, precomputed bool) {
	t.Helper()
	if filled := c.values.Bytes() > 0; filled != precomputed {
		t.Errorf("precomputed values are on the device: %v", filled)
	}
	if stays := c.coefficients.Bytes() > 0; stays != resident {
		t.Errorf("polynomials stay on the device: %v", stays)
	}
}

// TestPolynomialsStay: the circuit's polynomials stay on the device where there is room, from the
// first proof on or once they were prepared. All results are the same where there is not.
func TestPolynomialsStay(t *testing.T) {
	const n = 256
	polynomials, in := randomInput(t, n, 1)
	var want []fr.Element
	prove := func(c *testCircuit) {
		t.Helper()
		proof := c.Proof()
		results, err := in.results(t, proof)
		if err := errors.Join(err, proof.Close(), proof.Close()); err != nil {
			t.Fatal(err)
		}
		if want == nil {
			want = results
		}
		if !slices.Equal(results, want) {
			t.Error("other results")
		}
	}
	for _, room := range rooms {
		for _, prepared := range []bool{false, true} {
			e := open(t, room.vectors, n)
			circuit := newCircuit(e, polynomials)
			if prepared {
				if err := circuit.Prepare(); err != nil {
					t.Fatal(err)
				}
				stay(t, circuit, room.resident, room.precomputed)
			}
			before := e.Statistics()
			if before.BytesUp != 0 || before.DeviceComputations != 0 {
				t.Errorf("a computation is counted: %+v", before)
			}
			prove(circuit)
			// Nothing is prepared for parts of products, divisions and evaluations.
			most, now := before.DeviceBytes+(1<<10+n)*fr.Bytes, e.Statistics().DeviceBytes
			if prepared && room.precomputed && now > most {
				t.Errorf("%d bytes on the device, %d after the first proof, at most %d",
					before.DeviceBytes, now, most)
			}
			prove(circuit)
			stay(t, circuit, room.resident, room.precomputed)
			prove(circuit)
			underWay := circuit.Proof()
			begun := underWay.Accumulate(fr.Element{}, fr.Element{})
			if err := errors.Join(begun, circuit.Close(), circuit.Close()); err != nil {
				t.Error(err)
			}
			if err := underWay.Close(); err != nil {
				t.Error(err)
			}
			prove(circuit)
			stay(t, circuit, false, false)
			if up := e.Statistics().BytesUp; up != uint64(4*sent(n)*fr.Bytes) {
				t.Errorf("%d bytes of proofs sent", up)
			}
		}
	}
}
