package translate

import (
	"github.com/consensys/gnark/constraint"
	"github.com/consensys/gnark/constraint/solver"
)

// Knows says whether programs compute a hint of a system, or call a stand-in.
func Knows(system *constraint.System, id solver.HintID) bool {
	r := registered(system)
	return r.byID[id] != nil || r.standIns[id] != nil
}

// StandIns returns the functions that programs of a system call instead of gnark's.
func StandIns(system *constraint.System) map[solver.HintID]solver.Hint {
	return registered(system).standIns
}
