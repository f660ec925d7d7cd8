package proof

import (
	"io"

	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/accel/memory"
	"github.com/gnark-accel/gnark-accel/internal/engine/group"
	"github.com/gnark-accel/gnark-accel/internal/prepared"
	"github.com/gnark-accel/gnark-accel/internal/settings"
)

// Prover is a scheme's prover over one curve. It takes and returns gnark's objects of the curve.
type Prover interface {
	// Serves reports whether a constraint system or a proving key is over the curve.
	Serves(object any) bool
	// SystemOf returns nil for a nil system.
	SystemOf(ccs any) *constraint.System
	// Translate translates a system for the solver, with a folder or nil. It returns false for an
	// empty one.
	Translate(ccs any, in *prepared.Folder) bool
	Solve(ccs, pk any, w witness.Witness, opts ...backend.ProverOption) (
		Begun, error)
	// Take is Solve for a solution that was found before.
	Take(ccs, pk, solution any, opts ...backend.ProverOption) (Begun, error)

	Attach(pk any, s *settings.Settings) error
	Release(pk any) error
	// ReadKey reads a key, and attaches it if that is wanted.
	ReadKey(from io.Reader, pk any, s *settings.Settings) (int64, error)
	// Devices returns the number of devices that prove with a key at once.
	Devices(pk any) int
	Plan(ccs any, r *group.DryRun) (*memory.Plan, error)
}
