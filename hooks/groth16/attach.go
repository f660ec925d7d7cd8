package groth16

import (
	"github.com/consensys/gnark/backend"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/consensys/gnark/constraint"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/settings"
)

// Option is a setting of [Attach], [Setup] and [ReadKey].
type Option func(*backend.ProverConfig) error

// WithEngine attaches the key to an engine.
//
// Without this option an attached key stays with its engine, and any other key goes to
// [accel.Default]. The engine must stay open while the key is attached: release the key first.
func WithEngine(engine *accel.Engine) Option {
	return Option(provers.WithEngine(engine))
}

// WithCircuit prepares the key's constraint system too, as the first proofs do otherwise.
//
// Preparing translates the system for the solver, uploads which wires meet which vector of the key,
// and allocates the memory of the wires and of the quotient. Services should use this option: their
// first proof then waits for none of that. A circuit of the same counts is not told from the key's.
func WithCircuit(ccs constraint.ConstraintSystem) Option {
	return Option(provers.WithCircuit(ccs))
}

// WithPreparedFolder keeps slow preparations in a folder, for [ReadKey] and [Attach] of later
// processes. It holds a key's points once they are checked, a circuit's program once it was
// compared with gnark's solver, and the data that verification without a verifying key needs. They
// are found by digests of the key's file, of the circuit and of the key. See also package
// hooks/solve.
//
// Whoever may write the folder decides the points of a key. So it is made with the permissions
// 0700. A folder keeps nothing if it, or a parent, belongs to somebody other than root and the
// process's user, if others may write it, if it is a link, and on Windows. Files like that, damaged
// files and files of other versions are made anew. gnark's log tells either. SECURITY.md has the
// rules. The file of a key is read to its end: nothing may follow the key.
func WithPreparedFolder(path string) Option {
	return Option(provers.WithPreparedFolder(path))
}

// WithCheckedKey has the CPU compare a key's points B in G1 and in G2. It does so where no device
// does, for keys from a source that is not trusted. Points of different scalars are [ErrUnsafeKey].
//
// It takes two MSMs over these points, with scalars of half their length. A prepared folder keeps
// that it was done, by the digest of the key's file.
func WithCheckedKey() Option {
	return Option(settings.With(func(s *settings.Settings) { s.CheckedKey = true }))
}

// WithProgress has [Setup], [ReadKey] and [Attach] tell how far they are.
//
// They count bytes of the key's points, or of its file. The total is 0 while a file's length is
// unknown. It grows where another step follows, as with [WithAttached]. Calls come one at a time,
// from any goroutine, and are waited for.
func WithProgress(tell func(done, total int64)) Option {
	return Option(settings.With(func(s *settings.Settings) { s.Progress = tell }))
}

// Attach loads a key before its first proof, which need not wait for it.
//
// Attaching a key again does nothing, unless the key was replaced or the engine is another: then
// Attach loads the key anew, and proofs under way finish with the old one. A verifying key moves to
// another engine with its proving key. [WithCircuit] prepares the data of the circuit. Otherwise
// the first proof does, while its solver runs.
//
// After an error the key is not attached, unless it was before. Vectors that do not fit the
// device's memory are no error: each proof sends them, and the engine logs it. If the engine is not
// strict, a missing device, or memory too small even for that, is no error either: the CPU computes
// the proofs in part or in whole, and the engine logs why.
func Attach(pk groth16.ProvingKey, opts ...Option) error {
	return provers.Attach(pk, settings.Options(opts))
}

// Release frees the device memory of a key: at once, or after the last proof that uses it.
//
// A key that occupies nothing is no error. A later [Prove] attaches the key again, without the
// verifying key that [Attach] was given.
func Release(pk groth16.ProvingKey) error {
	return provers.Release(pk)
}
