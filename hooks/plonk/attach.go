package plonk

import (
	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/plonk"
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/settings"
)

// Option is a setting of [Attach], [Setup] and [ReadKey].
type Option func(*backend.ProverConfig) error

// WithEngine attaches the key to an engine. The engine must stay open until the key is released.
// Without it an attached key stays where it is, and any other key goes to [accel.Default].
func WithEngine(engine *accel.Engine) Option {
	return Option(provers.WithEngine(engine))
}

// WithCircuit prepares the key's constraint system too, as the first proofs do otherwise.
//
// Preparing translates the system for the solver, reads the selectors and the permutation off it,
// interpolates them on the device, evaluates them for all proofs, and allocates the memory of a
// proof. Services should use this option: their first proof is then as fast as later ones, but for
// the driver's work at a kernel's first launch.
func WithCircuit(ccs constraint.ConstraintSystem) Option {
	return Option(provers.WithCircuit(ccs))
}

// WithPreparedFolder keeps slow preparations in a folder, for [ReadKey] and [Attach] of later
// processes. It holds a key's points once they are checked, and a circuit's program once it was
// compared with gnark's solver. WithPreparedFolder of package hooks/groth16 says who may write the
// folder, and how its files are found.
func WithPreparedFolder(path string) Option {
	return Option(provers.WithPreparedFolder(path))
}

// WithProgress has [Setup], [ReadKey] and [Attach] tell how far they are. They count bytes of the
// key's points, or of its file, as WithProgress of package hooks/groth16 does.
func WithProgress(tell func(done, total int64)) Option {
	return Option(settings.With(func(s *settings.Settings) { s.Progress = tell }))
}

// Attach loads a key before its first proof, which need not wait for it.
//
// Attaching a key again does nothing, unless the key was replaced or the engine is another: then
// Attach loads the key anew, and proofs under way finish with the old one.
//
// A key of PLONK holds the points of its reference string. gnark keeps the circuit's polynomials in
// no key: [WithCircuit] prepares them, or else the first proof does while its solver runs, and
// waits for the rest if the solver ends first.
//
// After an error the key is not attached, unless it was before. Attach of package hooks/groth16
// lists the cases that are no error, such as vectors that do not fit the device's memory.
func Attach(pk plonk.ProvingKey, opts ...Option) error {
	return provers.Attach(pk, settings.Options(opts))
}

// Release frees the device memory of a key: at once, or after the last proof that uses it.
//
// A key that occupies nothing is no error. A later [Prove] attaches the key again.
func Release(pk plonk.ProvingKey) error {
	return provers.Release(pk)
}
