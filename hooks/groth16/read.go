package groth16

import (
	"io"

	"github.com/consensys/gnark/backend/groth16"
)

// ReadKey reads a proving key from a file of gnark's, compressed or raw, with the checks of the
// key's ReadFrom, and returns the number of bytes. Roots and checks of points are the device's
// work, or without a device gnark-crypto's. A key that cannot be read stays as it is.
//
// [WithEngine] names the engine, which is the default one otherwise. [WithAttached] attaches the
// key, [WithCircuit] with its circuit, and [WithVerifyingKey] with its verifying key.
//
// A broken file gives gnark's error, except where gnark would take memory for a damaged length:
// that is an error, too. The memory that it takes beside the key's is that of the longest vector in
// the file, and once more that of the longest vector of points if the file is compressed.
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
	n, err := p.read(r, pk, s.Engine)
	if err != nil || !s.Attached {
		return n, err
	}
	return n, p.attach(pk, s.Circuit, s.Engine, s.VerifyingKey)
}
