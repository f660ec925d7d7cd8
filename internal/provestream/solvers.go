package provestream

import (
	"runtime"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/constraint"
	cs_bls12377 "github.com/consensys/gnark/constraint/bls12-377"
	cs_bls12381 "github.com/consensys/gnark/constraint/bls12-381"
	cs_bn254 "github.com/consensys/gnark/constraint/bn254"
	cs_bw6761 "github.com/consensys/gnark/constraint/bw6-761"
)

// With four solvers on 16 threads a PLONK stream is the device's; one of Groth16, whose part on the device is shorter, was a fifth
// faster with eight, which take twice the memory (bench/NOTES.md).
const (
	mostSolvers         = 4
	processorsPerSolver = 4
)

// Solvers returns for how many witnesses a stream should run gnark's solver at the same time. It goes through a circuit level by
// level, and most have too few constraints in a level for several processors. It is one if something serves one run at a time: the
// system itself, or a hash function that the solver's hints use.
func Solvers(ccs constraint.ConstraintSystem, opts []backend.ProverOption) int {
	config, err := backend.NewProverConfig(opts...)
	if err != nil || config.HashToFieldFn != nil || stateful(ccs) {
		return 1
	}
	return max(1, min(mostSolvers, runtime.GOMAXPROCS(0)/processorsPerSolver))
}

// stateful reports whether the system keeps state while it is solved, as those with lookup tables or GKR do.
func stateful(ccs constraint.ConstraintSystem) bool {
	for _, b := range blueprints(ccs) {
		if _, ok := b.(constraint.BlueprintStateful[constraint.U64]); ok {
			return true
		}
	}
	return false
}

// blueprints returns the kinds of instructions of a system over one of the curves that there are.
func blueprints(ccs constraint.ConstraintSystem) []constraint.Blueprint {
	switch system := ccs.(type) { // of R1CS and SparseR1CS, which are one type
	case *cs_bn254.R1CS:
		return system.Blueprints
	case *cs_bls12377.R1CS:
		return system.Blueprints
	case *cs_bls12381.R1CS:
		return system.Blueprints
	case *cs_bw6761.R1CS:
		return system.Blueprints
	default:
		return nil
	}
}
