package bn254

import (
	"fmt"

	curve "github.com/consensys/gnark-crypto/ecc/bn254"
	groth16 "github.com/consensys/gnark/backend/groth16/bn254"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/groth16/internal/protocol"
	"github.com/gnark-accel/gnark-accel/hooks/internal/residency"
)

// attached holds the accelerators of all live keys that were attached or proved with.
var attached residency.Table[groth16.ProvingKey, *attachment]

// attachment is a key's accelerator, and what the key looked like when it was made.
type attachment struct {
	*Accelerator
	key fingerprint
}

// Attach loads a key ahead of its first proof. A nil engine is the one that the key is attached to already, or else
// [accel.Default]. A key that is attached to another engine moves; proofs under way finish where they began.
func Attach(pk *groth16.ProvingKey, engine *accel.Engine) error {
	lease, err := acquire(pk, engine)
	if err != nil {
		return err
	}
	return lease.Release()
}

// Release frees what was loaded for a key: at once, or after the last proof that uses it. It is no error if there is
// nothing. A later proof attaches the key again.
func Release(pk *groth16.ProvingKey) error {
	if pk == nil {
		return fmt.Errorf("%w: no proving key", protocol.ErrInvalidInput)
	}
	return attached.Release(pk)
}

// acquire returns a lease on the key's accelerator, which is made if there is none, if the engine is another, or if the
// key was replaced in the meantime.
func acquire(pk *groth16.ProvingKey, engine *accel.Engine) (*residency.Lease[*attachment], error) {
	if pk == nil {
		return nil, fmt.Errorf("%w: no proving key", protocol.ErrInvalidInput)
	}
	usable := func(a *attachment) bool {
		return (engine == nil || engine == a.engine) && a.key.matches(pk)
	}
	load := func() (*attachment, error) {
		a, err := NewAccelerator(engine, pk)
		if err != nil {
			return nil, err
		}
		return &attachment{a, takeFingerprint(pk)}, nil
	}
	return attached.Acquire(pk, usable, load)
}

// fingerprint recognises a key whose content was replaced, for instance by ReadFrom.
type fingerprint struct {
	alpha, beta, delta curve.G1Affine
	vectors            []residency.Fingerprint[curve.G1Affine]
}

func takeFingerprint(pk *groth16.ProvingKey) fingerprint {
	f := fingerprint{alpha: pk.G1.Alpha, beta: pk.G1.Beta, delta: pk.G1.Delta}
	for _, points := range vectors(pk) {
		f.vectors = append(f.vectors, residency.Take(points))
	}
	return f
}

func (f *fingerprint) matches(pk *groth16.ProvingKey) bool {
	now := vectors(pk)
	if f.alpha != pk.G1.Alpha || f.beta != pk.G1.Beta || f.delta != pk.G1.Delta || len(f.vectors) != len(now) {
		return false
	}
	for i, points := range now {
		if !f.vectors[i].Matches(points) {
			return false
		}
	}
	return true
}
