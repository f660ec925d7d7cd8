package solvertest

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
	cs "github.com/consensys/gnark/constraint/bn254"
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
				p, err := sys.Translate()
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
