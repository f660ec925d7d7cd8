package suite

import (
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/msm"
	"github.com/gnark-accel/gnark-accel/bench/internal/prove"
)

// sums are all groups in sizes that provers have, and BN254's G1, which most provers spend their time on, in every setting.
// What matters most comes first, for a budget of time may end it.
func sums() []measure.Series {
	bn254 := func(change func(*msm.Settings)) measure.Series {
		s := msm.Default()
		s.Sizes, s.LargestCPU, s.Runs, s.Warmup = []int{20}, -1, 15, 3
		change(&s)
		return &s
	}
	others := msm.Default()
	others.Groups = []string{"bls12-381/g1", "bls12-377/g1", "bw6-761/g1", "bn254/g2", "bls12-381/g2", "bls12-377/g2", "bw6-761/g2"}
	others.Sizes, others.LargestCPU = []int{16, 18, 20, 22}, 16
	return []measure.Series{
		bn254(func(s *msm.Settings) { s.Sizes, s.OnDevice, s.LargestCPU = []int{14, 16, 18, 20, 22, 24}, true, 20 }),
		bn254(func(s *msm.Settings) { s.Distributions = []string{"ones", "small", "equal", "half"} }),
		bn254(func(s *msm.Settings) { s.Sizes, s.Batch = []int{16}, 8 }),
		bn254(func(s *msm.Settings) { s.Callers = 4 }),
		bn254(func(s *msm.Settings) { s.Sizes, s.OneShot = []int{16, 18, 20, 22, 24}, true }),
		&others,
	}
}

// justBelow are numbers of constraints that fill domains of 2^16, 2^18 and 2^20 rows and do not outgrow them.
var justBelow = []int{65_300, 261_900, 1_048_200}

// proofs are BN254's, of a chain of hashes in several sizes and of SHA-256.
func proofs() (all []measure.Series) {
	chain := prove.Default()
	chain.Constraints, chain.GnarkProofs = justBelow, 3
	real := prove.Default()
	real.Circuit, real.Constraints, real.GnarkProofs = "sha256", []int{246_000}, 3 // nine blocks, below 2^18 as well
	several := prove.Default()
	several.Constraints, several.Concurrency, several.Proofs, several.GnarkProofs = justBelow[1:2], []int{4}, 3, 1
	for _, s := range []prove.Settings{chain, real, several} {
		all = append(all, schemes(s)...)
	}
	return all
}

// curves are proofs over the other curves.
func curves() (all []measure.Series) {
	for _, curve := range []string{"bls12-381", "bls12-377", "bw6-761"} {
		s := prove.Default()
		s.Curve, s.Constraints, s.GnarkProofs = curve, justBelow[1:2], 3
		all = append(all, schemes(s)...)
	}
	return all
}
