package groth16_test

import (
	"slices"
	"testing"

	cs "github.com/consensys/gnark/constraint/bn254"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/accel/memory"
	accelerated "github.com/gnark-accel/gnark-accel/hooks/groth16"
	"github.com/gnark-accel/gnark-accel/internal/engine/group"
	"github.com/gnark-accel/gnark-accel/internal/groth16"
)

// planOf is the plan of a key over BN254, of which only the sizes are known.
func planOf(sizes groth16.Sizes, r *group.DryRun) (*memory.Plan, error) {
	over, err := accelerated.Provers.Of("", new(cs.R1CS))
	if err != nil {
		return nil, err
	}
	return over.(interface {
		PlanOf(groth16.Sizes, *group.DryRun) (*memory.Plan, error)
	}).PlanOf(sizes, r)
}

// TestPlans has plans for BN254 under several limits, in GiB. It lists the multiples of B in G2, Z,
// K, A and B, 0 where they are sent with each sum, where the quotient is computed, and where the
// wires are.
func TestPlans(t *testing.T) {
	for _, test := range []struct {
		log       int
		gib       uint64
		multiples []int
		quotient  memory.Place
		wires     memory.Place
	}{
		{20, 12, []int{15, 15, 15, 15, 15}, memory.EachProof, memory.EachProof},
		{20, 6, []int{15, 15, 8, 5, 5}, memory.EachProof, memory.EachProof},
		{20, 2, []int{4, 5, 3, 2, 1}, memory.EachProof, memory.EachProof},
		{20, 1, []int{1, 2, 1, 1, 1}, memory.EachProof, memory.EachProof},
		{22, 79, []int{13, 13, 13, 13, 13}, memory.EachProof, memory.EachProof},
		{22, 24, []int{13, 13, 13, 7, 5}, memory.EachProof, memory.EachProof},
		{22, 12, []int{7, 7, 5, 3, 2}, memory.EachProof, memory.EachProof},
		{22, 6, []int{2, 4, 2, 2, 1}, memory.EachProof, memory.EachProof},
		{22, 2, []int{1, 1, 1, 0, 0}, memory.EachProof, memory.Sent},
		{22, 1, []int{0, 1, 0, 0, 0}, memory.EachProof, memory.Sent},
		{24, 79, []int{12, 12, 7, 5, 4}, memory.EachProof, memory.EachProof},
		{24, 24, []int{2, 4, 2, 2, 1}, memory.EachProof, memory.EachProof},
		{24, 12, []int{1, 1, 1, 1, 1}, memory.EachProof, memory.EachProof},
		{24, 6, []int{1, 0, 0, 0, 0}, memory.EachProof, memory.EachProof},
		{24, 2, []int{0, 0, 0, 0, 0}, memory.EachProof, memory.Sent},
		{24, 1, []int{0, 0, 0, 0, 0}, memory.OnCPU, memory.EachProof},
	} {
		r, err := group.NewDryRun([]accel.Option{accel.WithMemoryLimit(test.gib << 30)})
		if err != nil {
			t.Fatal(err)
		}
		n := 1 << test.log
		sizes := groth16.Sizes{Domain: n, Wires: n, A: n, B: n, K: n, Z: n - 1}
		p, err := planOf(sizes, r)
		if err != nil {
			t.Fatal(err)
		}
		var multiples []int
		for _, b := range p.Bases {
			multiples = append(multiples, b.Multiples)
			if (b.Place == memory.Sent) != (b.Multiples == 0) {
				t.Errorf("2^%d, %d GiB: %+v", test.log, test.gib, b)
			}
		}
		if !slices.Equal(multiples, test.multiples) {
			t.Errorf("2^%d, %d GiB: multiples %v", test.log, test.gib, multiples)
		}
		if len(p.Vectors) != 2 ||
			p.Vectors[0].Name != "wires" || p.Vectors[0].Place != test.wires ||
			p.Vectors[1].Name != "quotient" || p.Vectors[1].Place != test.quotient ||
			(len(p.Warnings) > 0) != (test.quotient == memory.OnCPU) {
			t.Errorf("2^%d, %d GiB: %v, %v", test.log, test.gib, p.Vectors, p.Warnings)
		}
		if p.Limit != test.gib<<30 || p.Total() > p.Limit || len(p.Sums) != 7 {
			t.Errorf("2^%d, %d GiB: %d bytes, %+v", test.log, test.gib, p.Total(), p.Sums)
		}
	}
}

// TestPlansOfConstraints has plans with the rows of a system, under limits that leave the quotient
// more and less room beside them. Few of the rows are longer than one thread adds up.
func TestPlansOfConstraints(t *testing.T) {
	n := 1 << 15
	var size groth16.MatrixSize
	size.Coefficients = 100
	for range 3 * n {
		size.Add(2)
	}
	size.Add(500)
	sizes := groth16.Sizes{Domain: n, Wires: n, A: n, B: n, K: n, Z: n - 1, Constraints: size}
	for mib := uint64(16); mib <= 72; mib++ {
		r, err := group.NewDryRun([]accel.Option{accel.WithMemoryLimit(mib << 20)})
		if err != nil {
			t.Fatal(err)
		}
		p, err := planOf(sizes, r)
		if err != nil {
			t.Fatal(err)
		}
		if q := p.Vectors[len(p.Vectors)-1]; q.Name != "quotient" || q.Place != memory.EachProof ||
			q.Bytes < uint64(3*n)*32 {
			t.Errorf("%d MiB: %+v", mib, p.Vectors)
		}
		if p.Total() > p.Limit || len(p.Warnings) > 0 {
			t.Errorf("%d MiB: %d bytes, %v", mib, p.Total(), p.Warnings)
		}
	}
}

// TestPlansOfSelections has plans for BN254 with 2^20 constraints whose wires are selected by
// indices. They count the bytes of the indices, which stay where there is room, and those of a
// proof's wires, which are sent with each sum where there is none.
func TestPlansOfSelections(t *testing.T) {
	const n, wires = 1 << 20, 3 << 19
	// The values, and those for A, B, K and the commitment.
	all := uint64(32 * (wires + 2*n + n/2 + n/16))
	for _, test := range []struct {
		name    string
		mib     uint64
		sizes   groth16.Sizes
		indices uint64 // that stay
		place   memory.Place
		bytes   uint64
	}{
		{
			"no selection", 4096, groth16.Sizes{Domain: n, Wires: n, A: n, B: n, K: n, Z: n - 1}, 0,
			memory.EachProof, 32 * n,
		},
		{
			"A and B", 4096,
			groth16.Sizes{Domain: n, Wires: wires, A: n, B: n, K: wires - 1, Z: n - 1}, 8 * n,
			memory.EachProof, 32 * (wires + 2*n),
		},
		{
			"A, B and K", 4096,
			groth16.Sizes{
				Domain: n, Wires: wires, A: n, B: n, K: n / 2, Z: n - 1, Commitments: []int{n / 16},
			},
			41 * n / 4, memory.EachProof, all,
		},
		{
			"no room", 600,
			groth16.Sizes{
				Domain: n, Wires: wires, A: n, B: n, K: n / 2, Z: n - 1, Commitments: []int{n / 16},
			},
			41 * n / 4, memory.Sent, 0,
		},
	} {
		r, err := group.NewDryRun([]accel.Option{accel.WithMemoryLimit(test.mib << 20)})
		if err != nil {
			t.Fatal(err)
		}
		p, err := planOf(test.sizes, r)
		if err != nil {
			t.Fatal(err)
		}
		places, bytes := map[string]memory.Place{}, map[string]uint64{}
		for _, v := range p.Vectors {
			places[v.Name], bytes[v.Name] = v.Place, v.Bytes
		}
		if places["wires"] != test.place || bytes["wires"] != test.bytes ||
			bytes["indices of wires"] != test.indices || places["quotient"] != memory.EachProof {
			t.Errorf("%s: %+v", test.name, p.Vectors)
		}
		if (places["indices of wires"] == memory.OnDevice) != (test.indices > 0) ||
			len(p.Warnings) > 0 || p.Total() > p.Limit {
			t.Errorf("%s: %+v", test.name, p)
		}
	}
}

func TestPlanArguments(t *testing.T)       { scheme.PlanArguments(t) }
func TestSizesAreThoseOfKeys(t *testing.T) { scheme.SizesAreThoseOfKeys(t) }
