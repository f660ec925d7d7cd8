package groth16

import (
	"io"

	"github.com/consensys/gnark/backend/groth16"
	"github.com/gnark-accel/gnark-accel/internal/settings"
)

// ReadKey reads a proving key from a file of gnark's, compressed or raw. It makes the checks of the
// key's ReadFrom, and returns the number of bytes. Roots and checks of points are the device's
// work, or without a device gnark-crypto's. A key that cannot be read stays as it is.
//
// [WithEngine] names the engine, which is the default one otherwise. [WithAttached] attaches the
// key, [WithCircuit] with its circuit, and [WithVerifyingKey] with its verifying key. The circuit
// is translated for the solver while the key is read. Where it comes from a file, too, read that
// beside the key, call solve.Prepare of package hooks/solve with it, and [Attach] with both.
//
// With [WithCircuit] a key whose counts of wires, points and commitments are not the circuit's
// gives [ErrKeyMismatch], after it was read. A circuit of the same counts is not told from the
// key's.
//
// Dumps are read with the key's ReadDump: they have no checks to speed up, and are the memory of
// the key, so that reading them takes the time of a copy. [Attach] then sends the points.
//
// The error of a broken file wraps gnark's, and has the number of bytes that were read. Where gnark
// would take memory for a damaged length, that is an error, too. The memory that it takes beside
// the key's is that of the longest vector in the file, and once more that of the longest vector of
// points if the file is compressed.
func ReadKey(r io.Reader, pk groth16.ProvingKey, opts ...Option) (int64, error) {
	return provers.ReadKey(r, pk, settings.Options(opts))
}
