package plonk

import (
	"io"

	"github.com/consensys/gnark/backend/plonk"
	"github.com/gnark-accel/gnark-accel/internal/settings"
)

// ReadKey reads a proving key from a file of gnark's, compressed or raw. It makes the checks of the
// key's ReadFrom, and returns the number of bytes. Roots and checks of points are the device's
// work, or without a device gnark-crypto's. A key that cannot be read stays as it is.
//
// [WithEngine] names the engine, which is the default one otherwise. [WithAttached] attaches the
// key, and [WithCircuit] with its circuit. ReadKey of package hooks/groth16 describes the use of a
// circuit's file, and the errors of a broken file. With [WithCircuit] a key whose counts of rows,
// inputs and commitments are not the circuit's gives [ErrKeyMismatch], after it was read. A circuit
// of the same counts is not told from the key's. The memory that it takes beside the key's is that
// of one form of the reference string in the file, and once more that of its points if the file is
// compressed.
func ReadKey(r io.Reader, pk plonk.ProvingKey, opts ...Option) (int64, error) {
	return provers.ReadKey(r, pk, settings.Options(opts))
}
