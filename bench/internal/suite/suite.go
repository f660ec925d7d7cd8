// Package suite has the series of measurements that the project's pages cite. It has a small one
// for any machine.
package suite

import (
	"github.com/gnark-accel/gnark-accel/bench/internal/host"
	"github.com/gnark-accel/gnark-accel/bench/internal/measure"
	"github.com/gnark-accel/gnark-accel/bench/internal/msm"
	"github.com/gnark-accel/gnark-accel/bench/internal/ntt"
	"github.com/gnark-accel/gnark-accel/bench/internal/prove"
	"github.com/gnark-accel/gnark-accel/bench/internal/results"
	"github.com/gnark-accel/gnark-accel/bench/internal/solve"
)

// Part is some series whose rows go to one file.
type Part struct {
	Name   string
	Series []measure.Series
}

// Small is a series of each kind that takes about a minute on any machine.
func Small(backend host.Backend, kind results.Kind) []Part {
	sums, transforms, proofs := msm.Default(), ntt.Default(), prove.Default()
	sums.Backend, transforms.Backend, proofs.Backend = backend, backend, backend
	switch kind {
	case results.GPU:
		sums.Groups = []string{"bn254/g1", "bn254/g2"}
		sums.Sizes = []int{12, 14, 16, 18}
		sums.LargestCPU = 16
		proofs.Constraints, proofs.GnarkProofs = []int{1 << 14, 1 << 16}, 3
	case results.Emulator:
		sums.Sizes, sums.Warmup = []int{6, 8}, 1
		transforms.Sizes, transforms.Warmup, transforms.Queued = []int{6, 8}, 1, 2
		proofs.Constraints = []int{300}
		proofs.Proofs = 3
		proofs.GnarkProofs = 3
		proofs.Warmup = 0
		proofs.MinSize = 1
	default:
		sums.Groups, sums.Sizes, sums.Warmup = []string{"bn254/g1", "bn254/g2"}, []int{8, 10, 12}, 1
		proofs.Constraints = []int{1 << 10, 1 << 12}
		proofs.Proofs = 3
		proofs.GnarkProofs = 3
		proofs.Warmup = 0
	}
	parts := []Part{{"msm", []measure.Series{&sums}}, {"ntt", []measure.Series{&transforms}},
		{"prove", schemes(proofs)}}
	if kind == results.Emulator {
		return parts // solvers use no device
	}
	witnesses := solve.Default()
	witnesses.Circuits, witnesses.Constraints = []string{"mimc", "sha256"}, []int{1 << 14}
	return append(parts, Part{"solve", []measure.Series{&witnesses}})
}

// schemes measures the same for both schemes.
func schemes(s prove.Settings) []measure.Series {
	groth16, plonk := s, s
	groth16.Scheme, plonk.Scheme = "groth16", "plonk"
	return []measure.Series{&groth16, &plonk}
}

// Full is the set that the pages cite, on a GPU. Each part takes minutes.
func Full(backend host.Backend) []Part {
	parts := []Part{
		{"msm", sums()}, {"ntt", transforms()}, {"prove", proofs()}, {"large", large()},
		{"curves", curves()}, {"options", options()}, {"scarce", scarce()},
		{"solve", solves()},
	}
	for _, part := range parts {
		for _, series := range part.Series {
			switch s := series.(type) {
			case *msm.Settings:
				s.Backend = backend
			case *ntt.Settings:
				s.Backend = backend
			case *prove.Settings:
				s.Backend = backend
			}
		}
	}
	return parts
}
