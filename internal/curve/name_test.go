package curve

import (
	"testing"

	groth16 "github.com/consensys/gnark/backend/groth16/bls12-377"
	plonk "github.com/consensys/gnark/backend/plonk/bls12-381"
	small "github.com/consensys/gnark/constraint/babybear"
	cs "github.com/consensys/gnark/constraint/bw6-761"
)

func TestNameOf(t *testing.T) {
	for _, test := range []struct {
		object any
		want   string
	}{
		{new(cs.R1CS), "bw6_761"},
		{new(groth16.ProvingKey), "bls12_377"},
		{new(plonk.ProvingKey), "bls12_381"},
		{new(small.R1CS), "*cs.system"},
		{nil, "<nil>"},
		{new(int), "*int"},
	} {
		if got := NameOf(test.object); got != test.want {
			t.Errorf("%T: %s, expected %s", test.object, got, test.want)
		}
	}
}
