package circuit

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/solver/solvertest"
)

// again writes a system and reads it.
func again(
	t *testing.T, s constraint.ConstraintSystem,
) (constraint.ConstraintSystem, *constraint.System) {
	t.Helper()
	var file bytes.Buffer
	if _, err := s.WriteTo(&file); err != nil {
		t.Fatal(err)
	}
	read := groth16.NewCS(ecc.BN254)
	if _, err := read.ReadFrom(&file); err != nil {
		t.Fatal(err)
	}
	return read, coreOf(read)
}

// TestOrder passes systems that gnark compiles, with both builders.
func TestOrder(t *testing.T) {
	solvertest.Each(t, ecc.BN254, func(t *testing.T, c *solvertest.Case) {
		if path.Base(t.Name()) == "blueprint" {
			t.Skip("gnark does not read it back")
		}
		read, core := again(t, c.System)
		if path.Base(t.Name()) == "gkr" {
			if foreign, err := checkOrder(read); !foreign || err != nil {
				t.Errorf("a blueprint that the walk leaves out: %t, %v", foreign, err)
			}
			return
		}
		if foreign, err := checkOrder(read); foreign || err != nil {
			t.Error(foreign, err)
		}
		core.NbConstraints++ // which shows at the end of the walk
		if _, err := checkOrder(read); !errors.Is(err, ErrMalformed) {
			t.Error("a blueprint is left out")
		}
	})
}

// TestDisorder refuses systems that gnark's solver would panic at, or that take memory for nothing.
func TestDisorder(t *testing.T) {
	for name, harm := range map[string]func(s *constraint.System){
		"negative wires":       func(s *constraint.System) { s.NbInternalVariables = -1 << 40 },
		"a wire beyond":        func(s *constraint.System) { s.CallData[5] = math.MaxInt32 },
		"a coefficient beyond": func(s *constraint.System) { s.CallData[4] = math.MaxInt32 },
		"words beyond": func(s *constraint.System) {
			s.Instructions[0].StartCallData = math.MaxInt64
		},
		"terms beyond":       func(s *constraint.System) { s.CallData[1] = math.MaxInt32 },
		"a blueprint beyond": func(s *constraint.System) { s.Instructions[0].BlueprintID = 99 },
		"a constraint beyond": func(s *constraint.System) {
			s.Instructions[0].ConstraintOffset = 99
		},
		"an instruction beyond": func(s *constraint.System) { s.Levels[0][0] = 99 },
		"wires twice": func(s *constraint.System) {
			s.Levels = append(s.Levels, s.Levels...)
		},
		"wires of nothing": func(s *constraint.System) { s.NbInternalVariables += 1 << 20 },
		"fewer wires":      func(s *constraint.System) { s.NbInternalVariables = -1 },
		"constraints":      func(s *constraint.System) { s.NbConstraints = 1 << 40 },
		"a text beyond":    func(s *constraint.System) { s.MDebug[0] = 99 },
		"a place beyond": func(s *constraint.System) {
			s.DebugInfo = append(s.DebugInfo, constraint.LogEntry{Stack: []int{-1}})
		},
		"a commitment": func(s *constraint.System) {
			s.CommitmentInfo = constraint.Groth16Commitments{{CommitmentIndex: 99}}
		},
		"commitments of PLONK": func(s *constraint.System) {
			s.CommitmentInfo = constraint.PlonkCommitments{}
		},
		"no commitments": func(s *constraint.System) { s.CommitmentInfo = nil },
		"all at once": func(s *constraint.System) {
			var all []uint32
			for _, level := range s.Levels {
				all = append(all, level...)
			}
			s.Levels = [][]uint32{all}
		},
	} {
		c, err := solvertest.Compile(ecc.BN254, "arithmetic", "r1cs")
		if err != nil {
			t.Fatal(err)
		}
		read, core := again(t, c.System)
		harm(core)
		if _, err := checkOrder(read); !errors.Is(err, ErrMalformed) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSparseDisorder refuses gates that gnark's solver would panic at, or pass over.
func TestSparseDisorder(t *testing.T) {
	gate, r1c := constraint.BlueprintGenericSparseR1C[u64]{}, constraint.BlueprintGenericR1C{}
	small := constraint.BlueprintSparseR1CMul[constraint.U32]{}
	for says, harm := range map[string]func(s *constraint.System, wire uint32){
		"is used before it is solved": func(s *constraint.System, wire uint32) {
			var words []uint32
			gate.CompressSparseR1C(&constraint.SparseR1C{XA: wire, XB: wire - 1, QM: 1}, &words)
			first(s, &gate, words)
		},
		"a constraint of Groth16": func(s *constraint.System, wire uint32) {
			first(s, &r1c, []uint32{6, 0, 0, 1, constraint.CoeffIdOne, wire})
		},
		"foreign": func(s *constraint.System, wire uint32) {
			first(s, &small, []uint32{0, 0, wire, constraint.CoeffIdOne})
		},
	} {
		c, err := solvertest.Compile(ecc.BN254, "arithmetic", "scs")
		if err != nil {
			t.Fatal(err)
		}
		read, core := again(t, c.System)
		internal, secret, public := core.GetNbVariables()
		core.NbInternalVariables++ // a wire that nothing else solves
		harm(core, uint32(internal+secret+public))
		foreign, err := checkOrder(read)
		if foreign != (says == "foreign") || !foreign && !strings.Contains(fmt.Sprint(err), says) {
			t.Errorf("%s: %t, %v", says, foreign, err)
		}
	}
}

// first puts an instruction before all others, with a level of its own.
func first(s *constraint.System, b constraint.Blueprint, words []uint32) {
	s.Instructions = append(s.Instructions, constraint.PackedInstruction{
		BlueprintID:      constraint.BlueprintID(len(s.Blueprints)),
		ConstraintOffset: uint32(s.NbConstraints), StartCallData: uint64(len(s.CallData)),
	})
	s.NbConstraints++
	s.Blueprints, s.CallData = append(s.Blueprints, b), append(s.CallData, words...)
	s.Levels = slices.Insert(s.Levels, 0, []uint32{uint32(len(s.Instructions) - 1)})
}
