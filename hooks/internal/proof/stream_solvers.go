package proof

import (
	"math"
	"runtime"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/internal/settings"
	"github.com/gnark-accel/gnark-accel/internal/solver"
)

// Solvers returns how many witnesses of a system a stream may solve at once. A nil system, which
// solving reports, has one.
//
// A solver keeps about one processor busy where a system is a chain, and more where it is wide. So
// there are as many as processors, unless their solutions would take more than 512 MiB a processor,
// or an eighth of the memory that is free now. Large systems have up to three, whose solutions take
// half of it at most: they are mostly wide. There is one if something serves one run at a time:
// blueprints that keep state while a program runs, as GKR's do, or a hash function that the
// solver's hints use.
func Solvers(system *constraint.System, opts []backend.ProverOption) int {
	config, err := settings.Read(opts...)
	if err != nil || config.HashToFieldFn != nil || system == nil {
		return 1
	}
	if _, kept := solver.Stateful(system); len(kept) > 0 {
		return 1
	}
	return bound(runtime.GOMAXPROCS(0), freeMemory(), solver.SolutionBytes(system))
}

// few is the number of solvers that keep all processors busy with a wide system.
const few = 3

// plenty is the memory in bytes that solutions may take for each processor, beyond a few.
const plenty = 512 << 20

// bound returns the number of solvers for some processors and some memory. Memory is in bytes.
func bound(processors int, free, solution uint64) int {
	solution, n := max(1, solution), uint64(processors)
	many, some := min(free/8, n*plenty)/solution, min(few, free/2/solution)
	return int(max(1, min(n, max(many, some))))
}

// unlimited is the free memory where nothing is known of it.
const unlimited = math.MaxUint64
