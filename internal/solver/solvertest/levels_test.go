package solvertest

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	"github.com/consensys/gnark/constraint"
	cs "github.com/consensys/gnark/constraint/bn254"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/std/math/bits"
	own "github.com/gnark-accel/gnark-accel/internal/solver"
	"github.com/gnark-accel/gnark-accel/internal/solver/bn254"
	"github.com/gnark-accel/gnark-accel/internal/solver/program"
)

// TestShuffledLevels has instructions in levels where they do not belong, as only a file can say. A
// translation refuses that, or makes a program that no wrong witness passes.
func TestShuffledLevels(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	refused, translated := 0, 0
	for _, circuit := range standard() {
		for name, builder := range Builders {
			c, err := circuit.compile(ecc.BN254, builder)
			if err != nil || c.Invalid == nil || len(c.System.(*cs.R1CS).Instructions) > 2000 {
				continue
			}
			s := c.System.(*cs.R1CS)
			levels := s.Levels
			for range 10 {
				s.Levels = shuffled(levels, random)
				sys := bn254.Of(s)
				p, err := sys.Translate(0)
				if err != nil {
					if refused++; !errors.Is(err, program.ErrUnsupported) {
						t.Errorf("%s, %s: %v", circuit.Name, name, err)
					}
					continue
				}
				translated++
				in := own.Input[fr.Element]{Witness: c.Invalid, Options: c.Options}
				if _, err := sys.NewRun(t.Context(), in).Reserve(p).Fast(nil); err == nil {
					t.Errorf("%s, %s: a wrong witness passes", circuit.Name, name)
				}
			}
		}
	}
	if refused == 0 || translated == 0 {
		t.Errorf("%d are refused, %d are translated", refused, translated)
	}
}

// shuffled moves some instructions to other levels, or to the same one for a second time.
func shuffled(levels [][]uint32, random *rand.Rand) [][]uint32 {
	all := make([][]uint32, len(levels))
	for i := range levels {
		all[i] = slices.Clone(levels[i])
	}
	for range 1 + random.IntN(3) {
		from, to := &all[random.IntN(len(all))], &all[random.IntN(len(all))]
		if len(*from) == 0 {
			continue
		}
		i := random.IntN(len(*from))
		*to = append(*to, (*from)[i])
		if random.IntN(4) > 0 {
			*from = slices.Delete(*from, i, i+1)
		}
	}
	return all
}

// tooLong says that a product has eight bits.
func tooLong(api frontend.API, in []frontend.Variable) error {
	bits.ToBinary(api, api.Mul(in[0], in[1]), bits.WithNbDigits(8))
	return nil
}

// TestBitsOfNothing has the bits of a value be found before the value. They must not pass for its
// bits, whatever the memory had before.
func TestBitsOfNothing(t *testing.T) {
	c, err := small("too long", tooLong, values{300, 1}, nil).compile(ecc.BN254, Builders["r1cs"])
	if err != nil {
		t.Fatal(err)
	}
	s := c.System.(*cs.R1CS)
	first := [][]uint32{nil}
	for l, level := range s.Levels {
		s.Levels[l] = slices.DeleteFunc(level, func(i uint32) bool {
			_, hint := s.Blueprints[s.Instructions[i].BlueprintID].(constraint.BlueprintHint)
			if hint {
				first[0] = append(first[0], i)
			}
			return hint
		})
	}
	s.Levels = append(first, s.Levels...)
	sys := bn254.Of(s)
	p, err := sys.Translate(0)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		run := sys.NewRun(t.Context(), own.Input[fr.Element]{Witness: c.Valid})
		if _, err := run.Reserve(p).Fast(nil); err == nil {
			t.Error("300 has eight bits")
		}
	}
}
