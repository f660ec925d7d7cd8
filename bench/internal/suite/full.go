package suite

import (
	"runtime"
	"slices"

	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/msm"
	"github.com/gnark-accel/gnark-accel/bench/internal/ntt"
	"github.com/gnark-accel/gnark-accel/bench/internal/prove"
	"github.com/gnark-accel/gnark-accel/bench/internal/solve"
	"github.com/gnark-accel/gnark-accel/bench/subjects"
)

// sums are all groups in sizes that provers have. BN254's G1, on which most provers spend their
// time, is there in every setting. What matters most comes first, for a budget of time may end it.
func sums() []measure.Series {
	bn254 := func(change func(*msm.Settings)) measure.Series {
		s := msm.Default()
		s.Sizes, s.LargestCPU, s.Runs, s.Warmup = []int{20}, -1, 15, 3
		change(&s)
		return &s
	}
	others := msm.Default()
	others.Groups = otherGroups()
	others.Sizes, others.LargestCPU = []int{16, 18, 20, 22}, 16
	uniform := []string{"uniform"}

	longer := msm.Default() // of six limbs a coordinate
	longer.Groups = []string{"bls12-381/g1", "bls12-377/g1"}
	longer.Sizes, longer.LargestCPU, longer.Distributions = []int{24}, -1, uniform

	return []measure.Series{
		bn254(func(s *msm.Settings) {
			s.Sizes, s.OnDevice, s.LargestCPU = []int{14, 16, 18, 20, 22, 24}, true, 20
		}),
		bn254(func(s *msm.Settings) {
			s.Distributions = []string{"ones", "small", "equal", "half"}
		}),
		bn254(func(s *msm.Settings) { s.Sizes, s.Batch = []int{16}, 8 }),
		bn254(func(s *msm.Settings) { s.Callers = 4 }),
		bn254(func(s *msm.Settings) { s.Sizes, s.OneShot = []int{16, 18, 20, 22, 24}, true }),
		&others,
		bn254(func(s *msm.Settings) {
			s.Sizes, s.MemoryLimit, s.Distributions = []int{24}, 2<<30, uniform
		}),
		&longer,
		bn254(func(s *msm.Settings) {
			s.Sizes, s.OnDevice, s.Runs, s.Distributions = []int{26}, true, 7, uniform
		}),
	}
}

// mainCurve is the curve that proofs() and the settings of sums are measured over.
const mainCurve = "bn254"

// otherGroups are all groups but G1 of the main curve, G1 of the others first.
func otherGroups() (groups []string) {
	for _, group := range []string{"g1", "g2"} {
		for _, curve := range subjects.Curves() {
			if curve != mainCurve || group != "g1" {
				groups = append(groups, curve+"/"+group)
			}
		}
	}
	return groups
}

// transforms are the transforms of all curves, in sizes that provers have.
func transforms() []measure.Series {
	s := ntt.Default()
	s.Curves, s.Sizes, s.Runs, s.Warmup = subjects.Curves(), []int{18, 20, 22, 24}, 15, 3
	return []measure.Series{&s}
}

// justBelow are numbers of constraints that just fit domains of 2^16, 2^18 and 2^20 rows.
var justBelow = []int{65_300, 261_900, 1_048_200}

// proofs are BN254's, of a chain of hashes in several sizes and of SHA-256.
func proofs() (all []measure.Series) {
	chain := prove.Default()
	chain.Constraints, chain.GnarkProofs, chain.Stream = justBelow, 3, 20
	real := prove.Default()
	// nine blocks, below 2^18 as well
	real.Circuit, real.Constraints, real.GnarkProofs = "sha256", []int{246_000}, 3
	several := prove.Default()
	several.Constraints = justBelow[1:2]
	several.Concurrency = []int{4}
	several.Proofs = 3
	several.GnarkProofs = 1
	for _, s := range []prove.Settings{chain, real, several} {
		all = append(all, schemes(s)...)
	}
	return all
}

// options are proofs of one circuit, with and without options of provers. These are commitments,
// zero-knowledge that does not rest on an assumption, and a circuit that is loaded with its key.
func options() (all []measure.Series) {
	for commitments := range 3 {
		s := prove.Default()
		s.Constraints, s.Commitments, s.Proofs, s.GnarkProofs = justBelow[1:2], commitments, 15, 0
		all = append(all, schemes(s)...)
	}
	for _, change := range []func(*prove.Settings){
		func(s *prove.Settings) { s.StatisticalZK = true },
		func(s *prove.Settings) { s.Prepared = true },
		func(s *prove.Settings) { s.Prepared, s.Constraints = true, justBelow[2:3] },
	} {
		s := prove.Default()
		s.Scheme, s.Constraints, s.Proofs, s.GnarkProofs = "plonk", justBelow[1:2], 15, 0
		change(&s)
		all = append(all, &s)
	}
	return all
}

// scarce are proofs with little memory. gnark's prover is left out: it would take most of the time.
func scarce() []measure.Series {
	little := prove.Default()
	little.Constraints = justBelow[2:3]
	little.MemoryLimits = []uint64{2 << 30}
	little.GnarkProofs = 0
	return schemes(little)
}

// large are proofs of 2^22 rows, with all memory, and with less of it. gnark's prover is left out
// here as well.
func large() []measure.Series {
	s := prove.Default()
	s.Constraints, s.Proofs, s.Warmup, s.GnarkProofs = []int{4_189_900}, 5, 1, 0
	s.MemoryLimits = []uint64{0, 12 << 30, 6 << 30}
	return schemes(s)
}

// curves are proofs over the other curves.
func curves() (all []measure.Series) {
	for _, curve := range subjects.Curves() {
		if curve == mainCurve {
			continue
		}
		s := prove.Default()
		s.Curve, s.Constraints, s.GnarkProofs = curve, justBelow[1:2], 3
		all = append(all, schemes(s)...)
	}
	return all
}

// solves are witnesses of circuits of each kind, solved by one thread and by all.
func solves() []measure.Series {
	s := solve.Default()
	s.Circuits = []string{"mimc", "sha256", "keccak", "eddsa", "merkle", "rangecheck", "ecdsa"}
	s.Threads = slices.Compact([]int{1, runtime.GOMAXPROCS(0)})
	return []measure.Series{&s}
}
