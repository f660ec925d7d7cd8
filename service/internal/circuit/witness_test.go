package circuit

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/witness"
)

// withInputs returns a circuit of inputs alone, and the bytes of a full witness.
func withInputs(t *testing.T, curve ecc.ID, public, secret int) (*Circuit, []byte) {
	t.Helper()
	c := &Circuit{
		Manifest: Manifest{Curve: curve.String(), Public: public, Secret: secret}, curve: curve,
	}
	elements := public + secret
	full := make([]byte, witnessHeader+elements*elementSize(curve))
	for i, n := range []int{public, secret, elements} {
		binary.BigEndian.PutUint32(full[4*i:], uint32(n))
	}
	random := rand.NewChaCha8([32]byte{byte(curve)})
	for element := range slices.Chunk(full[witnessHeader:], elementSize(curve)) {
		random.Read(element[len(element)/2:]) // which is below the modulus
	}
	return c, full
}

// TestReadWitness reads witnesses in pieces into memory of others, as gnark reads them whole.
func TestReadWitness(t *testing.T) {
	for _, curve := range []ecc.ID{ecc.BN254, ecc.BLS12_377, ecc.BLS12_381, ecc.BW6_761} {
		c, full := withInputs(t, curve, 3, 100)
		for _, cut := range []int{0, 5, 12, 13, 1000, len(full)} {
			full[len(full)-1]++
			want, err := witness.New(curve.ScalarField())
			if err == nil {
				err = want.UnmarshalBinary(full)
			}
			if err != nil {
				t.Fatal(err)
			}
			got, err := c.ReadWitness(full[:cut], full[cut:])
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Fatalf("%s, cut at %d: another witness, %v", curve, cut, err)
			}
			written, err := WitnessBytes(got)
			if err != nil || !bytes.Equal(written, full) {
				t.Errorf("%s: other bytes, %v", curve, err)
			}
			c.ForgetWitness(got)
			if !reflect.ValueOf(got.Vector()).Index(102).IsZero() {
				t.Errorf("%s: a value is left", curve)
			}
			for i := range 2 { // into memory of another, and into fresh one
				large := bytes.Clone(full)
				element := large[witnessHeader+(50+i)*elementSize(curve):]
				copy(element, bytes.Repeat([]byte{255}, elementSize(curve)))
				if _, err := c.ReadWitness(large); !errors.Is(err, ErrMalformedWitness) {
					t.Errorf("%s: an input above the modulus: %v", curve, err)
				}
			}
		}
	}
}

// TestRefill reads into the memory of a witness, and allocates none for elements.
func TestRefill(t *testing.T) {
	c, full := withInputs(t, ecc.BN254, 1, 1<<12)
	w, err := c.ReadWitness(full)
	if err != nil {
		t.Fatal(err)
	}
	before := reflect.ValueOf(w.Vector())
	want := before.Index(1 << 12).Interface()
	clearWitness(w)
	if err := refill(w, bytes.NewReader(full)); err != nil {
		t.Fatal(err)
	}
	after := reflect.ValueOf(w.Vector())
	if after.Pointer() != before.Pointer() || after.Len() != before.Len() {
		t.Error("the elements are elsewhere")
	}
	if got := after.Index(1 << 12).Interface(); got != want {
		t.Errorf("the last element is %v, not %v", got, want)
	}
	if err := refill(w, bytes.NewReader(full[:len(full)-1])); err == nil {
		t.Error("a witness without its end was read")
	}
}
