package protocol

import (
	"fmt"
	"slices"

	"github.com/gnark-accel/gnark-accel/hooks/internal/keys"
	"github.com/gnark-accel/gnark-accel/hooks/plonk/internal/system"
	device "github.com/gnark-accel/gnark-accel/internal/plonk"
)

// Key is one of gnark's proving keys.
type Key[P, E any] struct {
	Canonical, Lagrange []P                 // the points of the reference string, in both forms
	Verifying           *VerifyingKey[P, E] // nil for a key of points alone
}

// shape is that of the key's circuit, or nil for a key of points alone.
func (pk *Key[P, E]) shape() *device.Shape {
	if pk.Verifying == nil {
		return nil
	}
	return &device.Shape{Rows: len(pk.Lagrange), Commitments: len(pk.Verifying.Qcp)}
}

// VerifyingKey has the parts of gnark's verifying key that a proof needs.
type VerifyingKey[P, E any] struct {
	Rows, Public       int
	CosetShift         E
	S                  [3]P
	Ql, Qr, Qm, Qo, Qk P
	Qcp                []P
	G1                 P           // of the reference string
	OfG2               func() bool // says whether both points of G2 of the string generate G2
}

// points returns the key's points in the order in which the transcript binds them.
func (vk *VerifyingKey[P, E]) points() []P {
	return slices.Concat(vk.S[:], []P{vk.Ql, vk.Qr, vk.Qm, vk.Qo, vk.Qk}, vk.Qcp)
}

// Proof has the fields of gnark's proof.
type Proof[P, E any] struct {
	LRO         [3]P
	Z           P
	H           [3]P
	Commitments []P // of BSB22

	BatchedH  P // proves Values
	Values    []E
	ZShiftedH P // proves ZShifted
	ZShifted  E
}

// checkKey refuses a key without its verifying key, or of another shape than its setup's.
func checkKey[P comparable, E any](s *system.System[E], pk *Key[P, E]) error {
	if pk.Verifying == nil {
		return fmt.Errorf("%w: a proving key without its verifying key", ErrInvalidInput)
	}
	z, err := system.SizesOf(s)
	if err != nil {
		return err
	}
	size := z.Rows
	if size < 2 {
		return fmt.Errorf("%w: a circuit of %d rows", ErrInvalidInput, size)
	}
	for _, count := range []struct {
		says      string
		got, want int
	}{
		{"the key has %d rows, the circuit %d", pk.Verifying.Rows, size},
		{"the key has %d public inputs, the circuit %d", pk.Verifying.Public, len(s.Public)},
		{"the key has %d commitments, the circuit %d", len(pk.Verifying.Qcp), z.Commitments},
		{"the key has %d points in Lagrange form, the circuit needs %d", len(pk.Lagrange), size},
		{"the key has %d points in canonical form, the circuit needs %d",
			min(len(pk.Canonical), size+3), size + 3},
	} {
		if count.got != count.want {
			return fmt.Errorf("%w: "+count.says, ErrKeyMismatch, count.got, count.want)
		}
	}
	return checkMasks(s, pk)
}

// fingerprint recognises a key whose content was replaced, for instance by ReadFrom.
type fingerprint[P comparable] struct {
	canonical, lagrange keys.Fingerprint[P]
}

func fingerprintOf[P comparable, E any](pk *Key[P, E]) fingerprint[P] {
	return fingerprint[P]{keys.FingerprintOf(pk.Canonical), keys.FingerprintOf(pk.Lagrange)}
}

func (f *fingerprint[P]) matches(canonical, lagrange []P) bool {
	return f.canonical.Matches(canonical) && f.lagrange.Matches(lagrange)
}
