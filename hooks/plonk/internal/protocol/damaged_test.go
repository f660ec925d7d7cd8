package protocol

import (
	"errors"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark/constraint"
	cs "github.com/consensys/gnark/constraint/bn254"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/frontend/cs/scs"
	"github.com/gnark-accel/gnark-accel/hooks/internal/hookstest/circuits"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/relation"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/system"
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
			s.CommitmentInfo.(constraint.PlonkCommitments)[0].Committed[0] = 1 << 30
		},
		"row of a hash": func(s *system.System[fr.Element]) {
			s.CommitmentInfo.(constraint.PlonkCommitments)[0].CommitmentIndex = -7
		},
	} {
		circuit := circuits.NewRanges()
		ccs, err := frontend.Compile(ecc.BN254.ScalarField(), scs.NewBuilder, circuit)
		if err != nil {
			t.Fatal(err)
		}
		whole := ccs.(*cs.SparseR1CS)
		s := &system.System[fr.Element]{System: &whole.System, Coefficients: whole.Coefficients}
		n := ecc.NextPowerOfTwo(uint64(s.Rows().End))
		damage(s)
		if _, err := system.NewColumns[fr.Element, *fr.Element](s, int(n)); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

type numerator = relation.Numerator[fr.Element, *fr.Element]

func TestInvalidNumerator(t *testing.T) {
	const n = 4
	for name, damage := range map[string]func(in *numerator){
		"no circuit":           func(in *numerator) { in.Circuit = nil },
		"no cosets":            func(in *numerator) { in.Cosets = 0 },
		"fewer than no cosets": func(in *numerator) { in.Cosets = -4 },
		"three cosets":         func(in *numerator) { in.Cosets = 3 },
		"too many cosets":      func(in *numerator) { in.Cosets = 1 << 59 },
		"cosets that overflow": func(in *numerator) { in.Cosets = 1 << 62 },
		"no domain": func(in *numerator) {
			in.Circuit = &relation.Circuit[fr.Element]{Points: in.Points}
		},
		"L too short":           func(in *numerator) { in.L = in.L[:3] },
		"no Qk":                 func(in *numerator) { in.Qk = nil },
		"a Pi too short":        func(in *numerator) { in.Pi[0] = in.Pi[0][:3] },
		"a selector without Pi": func(in *numerator) { in.Pi = nil },
		"Pi without a selector": func(in *numerator) { in.Pi = append(in.Pi, in.Qk) },
	} {
		circuit := &newTraceOf(n).Circuit
		in := &numerator{Field: scheme.Field, Circuit: circuit, Cosets: 8, Pi: [][]fr.Element{nil}}
		circuit.Qcp = [][]fr.Element{elements(n)}
		for _, p := range []*[]fr.Element{
			&circuit.Ql, &circuit.Qr, &circuit.Qm, &circuit.Qo, &circuit.Qk, &circuit.S1,
			&circuit.S2, &circuit.S3, &in.L, &in.R, &in.O, &in.Z, &in.Qk, &in.Pi[0],
		} {
			*p = elements(n)
		}
		if _, err := in.Evaluate(); err != nil {
			t.Fatal(err)
		}
		damage(in)
		values, err := in.Evaluate()
		if !errors.Is(err, ErrInvalidInput) || values != nil {
			t.Errorf("%s: got %v, %v", name, values, err)
		}
	}
}
