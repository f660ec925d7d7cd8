package provestream

import (
	"runtime"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/settings"
)

// The two bounds on solvers. With four solvers on 16 threads the device limits a stream of PLONK. A
// stream of Groth16, whose part on the device is shorter, was a fifth faster with eight, which take
// twice the memory (docs/experiments.md).
const (
	mostSolvers         = 4
	processorsPerSolver = 4
)

// Solvers returns how many witnesses a stream should solve at once.
//
// gnark's solver goes through a system level by level, and most levels have too few constraints for
// several processors. The number is 1 if something serves one run at a time: the system itself,
// whose kinds of instructions are given, or a hash function that the solver's hints use.
func Solvers(blueprints []constraint.Blueprint, opts []backend.ProverOption) int {
	config, err := settings.Read(opts...)
	if err != nil || config.HashToFieldFn != nil || stateful(blueprints) {
		return 1
	}
	return max(1, min(mostSolvers, runtime.GOMAXPROCS(0)/processorsPerSolver))
}

// stateful reports whether a system keeps state while it is solved, as with lookup tables or GKR.
func stateful(blueprints []constraint.Blueprint) bool {
	for _, b := range blueprints {
		if _, ok := b.(constraint.BlueprintStateful[constraint.U64]); ok {
			return true
		}
	}
	return false
}
