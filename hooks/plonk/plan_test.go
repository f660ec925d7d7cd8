package plonk_test

import (
	"slices"
	"testing"

	cs "github.com/consensys/gnark/constraint/bn254"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/accel/memory"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/prover"
	"github.com/gnark-accel/gnark-accel/internal/engine/group"
	"github.com/gnark-accel/gnark-accel/internal/plonk"
)

// planOf is the plan of a key over BN254, of which only the size is known.
func planOf(shape plonk.Shape, r *group.DryRun) (*memory.Plan, error) {
	i := slices.IndexFunc(prover.Registered, func(p prover.Any) bool {
		return p.Serves(new(cs.SparseR1CS))
	})
	return prover.Registered[i].(interface {
		PlanOf(plonk.Shape, *group.DryRun) (*memory.Plan, error)
	}).PlanOf(shape, r)
}

// TestPlans has plans for BN254 under several limits, in GiB. It lists the multiples of the
// canonical and of the Lagrange points, 0 where they are sent with each sum, and where the
// polynomials of a proof and those of the circuit are.
func TestPlans(t *testing.T) {
	const device, proof, cpu = memory.OnDevice, memory.EachProof, memory.OnCPU
	for _, test := range []struct {
		log                  int
		gib                  uint64
		canonical, lagrange  int
		polynomials, circuit memory.Place
	}{
		{20, 24, 15, 15, proof, device},
		{20, 12, 15, 15, proof, device},
		{20, 6, 15, 15, proof, device},
		{20, 4, 8, 8, proof, device},
		{20, 2, 3, 2, proof, proof},
		{20, 1, 0, 0, proof, proof},
		{22, 79, 13, 13, proof, device},
		{22, 24, 13, 13, proof, device},
		{22, 12, 5, 3, proof, device},
		{22, 10, 2, 2, proof, device},
		{22, 8, 3, 2, proof, proof},
		{22, 6, 1, 1, proof, proof},
		{22, 5, 0, 0, proof, proof},
		{22, 2, 2, 1, cpu, ""},
		{24, 79, 12, 7, proof, device},
		{24, 24, 1, 1, proof, proof},
		{24, 12, 3, 2, cpu, ""},
		{26, 74, 0, 0, proof, proof},
	} {
		r, err := group.NewDryRun([]accel.Option{accel.WithMemoryLimit(test.gib << 30)})
		if err != nil {
			t.Fatal(err)
		}
		p, err := planOf(plonk.Shape{Rows: 1 << test.log}, r)
		if err != nil {
			t.Fatal(err)
		}
		got := [2]int{p.Bases[0].Multiples, p.Bases[1].Multiples}
		if got != [2]int{test.canonical, test.lagrange} {
			t.Errorf("2^%d rows, %d GiB: multiples %v", test.log, test.gib, got)
		}
		for _, b := range p.Bases {
			if (b.Place == memory.Sent) != (b.Multiples == 0) ||
				b.Bytes != uint64(b.Multiples*b.Points*64) {
				t.Errorf("2^%d rows, %d GiB: %+v", test.log, test.gib, b)
			}
		}
		places := map[string]memory.Place{}
		for _, v := range p.Vectors {
			places[v.Name] = v.Place
		}
		if places["polynomials"] != test.polynomials || places["circuit"] != test.circuit {
			t.Errorf("2^%d rows, %d GiB: %v", test.log, test.gib, places)
		}
		if p.Limit != test.gib<<30 || p.Total() > p.Limit || len(p.Sums) != 3 ||
			(len(p.Warnings) > 0) != (test.polynomials == cpu) {
			t.Errorf("2^%d rows, %d GiB: %d bytes, %+v", test.log, test.gib, p.Total(), p)
		}
		for _, s := range p.Sums {
			if most := 3 * (1 + (1<<test.log)/(1<<16)); s.Chunks > most {
				t.Errorf("2^%d rows, %d GiB: %d chunks of %d scalars", test.log, test.gib,
					s.Chunks, s.Scalars)
			}
		}
	}
}

func TestPlanArguments(t *testing.T)       { scheme.PlanArguments(t) }
func TestSizesAreThoseOfKeys(t *testing.T) { scheme.SizesAreThoseOfKeys(t) }
