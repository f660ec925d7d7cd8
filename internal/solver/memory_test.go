package solver

import (
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/constraint"
)

func TestSolutionBytes(t *testing.T) {
	for _, test := range []struct {
		kind        constraint.SystemType
		curve       ecc.ID
		constraints int
		want        uint64
	}{
		{constraint.SystemR1CS, ecc.BN254, 8, 32 * (6 + 3*8)},
		{constraint.SystemR1CS, ecc.BLS12_377, 9, 32 * (6 + 3*16)},
		{constraint.SystemR1CS, ecc.BW6_761, 9, 48 * (6 + 3*16)},
		{constraint.SystemSparseR1CS, ecc.BN254, 9, 32 * 6},
	} {
		system := constraint.NewSystem(test.curve.ScalarField(), 0, test.kind)
		system.Public, system.Secret = []string{"a"}, []string{"b", "c"}
		system.NbInternalVariables, system.NbConstraints = 3, test.constraints
		if got := SolutionBytes(&system); got != test.want {
			t.Errorf("%+v: %d bytes", test, got)
		}
	}
}
