package groth16

import (
	"io"

	"github.com/consensys/gnark/backend/groth16"
	"github.com/gnark-accel/gnark-accel/hooks/solve"
	"github.com/gnark-accel/gnark-accel/internal/parallel"
)

// ReadKey reads a proving key from a file of gnark's, compressed or raw, with the checks of the
// key's ReadFrom, and returns the number of bytes. Roots and checks of points are the device's
// work, or without a device gnark-crypto's. A key that cannot be read stays as it is.
//
// [WithEngine] names the engine, which is the default one otherwise. [WithAttached] attaches the
// key, [WithCircuit] with its circuit, and [WithVerifyingKey] with its verifying key. The circuit
// is translated for the solver while the key is read. Where it comes from a file, too, read that
// beside the key, call solve.Prepare of package hooks/solve with it, and [Attach] with both.
//
// Dumps are read with the key's ReadDump: they have no checks to speed up, and are the memory of
// the key, so that reading them takes the time of a copy. [Attach] sends what was read.
//
// The error of a broken file wraps gnark's, and has the number of bytes that were read. Where gnark
// would take memory for a damaged length, that is an error, too. The memory that it takes beside
// the key's is that of the longest vector in the file, and once more that of the longest vector of
// points if the file is compressed.
func ReadKey(r io.Reader, pk groth16.ProvingKey, opts ...Option) (int64, error) {
	s, err := settingsOf(opts)
	if err != nil {
		return 0, err
	}
	p, err := proverOfKey(pk)
	if err != nil {
		return 0, err
	}
	if s.Circuit != nil && !p.serves(s.Circuit) {
		return 0, mismatch(s.Circuit, pk)
	}
	var beside parallel.Tasks
	if s.Attached && s.Circuit != nil {
		beside.Go(func() error { return solve.Prepare(s.Circuit) })
	}
	var n int64
	if s.Attached {
		n, err = p.readAttached(r, pk, s.Circuit, s.Engine, s.VerifyingKey, s.Progress)
	} else {
		n, err = p.read(r, pk, s.Engine, s.Progress)
	}
	if translated := beside.Wait(); err == nil {
		err = translated
	}
	return n, err
}
