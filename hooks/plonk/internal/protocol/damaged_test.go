package protocol

import (
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	cs "github.com/consensys/gnark/constraint/bn254"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/frontend/cs/scs"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/circuits"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/system"
	"github.com/gnark-accel/gnark-accel/internal/curve"
	solver "github.com/gnark-accel/gnark-accel/internal/solver/bn254"
)

// TestDamagedSystems: a reference to something that the system does not have is an error, and no
// panic.
func TestDamagedSystems(t *testing.T) {
	for name, damage := range map[string]func(s *system.System[fr.Element]){
		"fewer wires": func(s *system.System[fr.Element]) { s.NbInternalVariables = 0 },
		"fewer coefficients": func(s *system.System[fr.Element]) {
			s.Coefficients = s.Coefficients[:3]
		},
		"fewer instructions": func(s *system.System[fr.Element]) {
			s.Instructions = s.Instructions[:len(s.Instructions)/2]
		},
		"more constraints": func(s *system.System[fr.Element]) {
			s.Instructions = append(s.Instructions, s.Instructions...)
		},
		"more public inputs": func(s *system.System[fr.Element]) {
			s.Public = make([]string, 1<<20)
		},
		"committed row": func(s *system.System[fr.Element]) {
			s.Commitments[0].Committed[0] = 1 << 30
		},
		"row of a hash": func(s *system.System[fr.Element]) {
			s.Commitments[0].CommitmentIndex = -7
		},
	} {
		circuit := circuits.NewRanges()
		ccs, err := frontend.Compile(ecc.BN254.ScalarField(), scs.NewBuilder, circuit)
		if err != nil {
			t.Fatal(err)
		}
		whole := ccs.(*cs.SparseR1CS)
		s, err := system.Of(solver.Of(whole))
		if err != nil {
			t.Fatal(err)
		}
		n := ecc.NextPowerOfTwo(uint64(s.Rows().End))
		damage(s)
		f := curve.FieldOf[fr.Element, fr.Vector]()
		if _, err := system.NewColumns(f, s, int(n)); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}
