package circuit

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"regexp"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/witness"
	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/hooks/groth16"
	"github.com/gnark-accel/gnark-accel/hooks/plonk"
)

// witnessHeader is the length of a witness before its elements: the numbers of public and secret
// inputs, and their sum, in 32 bits each.
const witnessHeader = 3 * 4

// CheckWitness returns nil if the bytes have the length and the header of a full witness of the
// circuit, or else [ErrMalformedWitness].
func CheckWitness(m *Manifest, full []byte) error {
	curve, err := curveOf(m.Curve)
	if err != nil {
		return err
	}
	if len(full) < witnessHeader {
		return fmt.Errorf("%w: %d bytes", ErrMalformedWitness, len(full))
	}
	public := binary.BigEndian.Uint32(full)
	secret := binary.BigEndian.Uint32(full[4:])
	if int64(public) != int64(m.Public) || int64(secret) != int64(m.Secret) {
		return fmt.Errorf("%w: %d public and %d secret inputs, and the circuit has %d and %d",
			ErrMalformedWitness, public, secret, m.Public, m.Secret)
	}
	elements := m.Public + m.Secret
	size := witnessHeader + elements*elementSize(curve)
	if len(full) != size || int64(binary.BigEndian.Uint32(full[8:])) != int64(elements) {
		return fmt.Errorf("%w: %d bytes, and %d inputs have %d", ErrMalformedWitness, len(full),
			elements, size)
	}
	return nil
}

// elementSize is the number of bytes of a scalar, in words of 64 bits.
func elementSize(curve ecc.ID) int { return (curve.ScalarField().BitLen() + 63) / 64 * 8 }

// readWitness reads a full witness. gnark allocates memory as the header says, so it is checked
// first.
func (c *Circuit) readWitness(full []byte) (witness.Witness, error) {
	if err := CheckWitness(&c.Manifest, full); err != nil {
		return nil, err
	}
	w, err := witness.New(c.curve.ScalarField())
	if err != nil {
		return nil, err
	}
	if err := guarded(func() error { return w.UnmarshalBinary(full) }); err != nil {
		return nil, fmt.Errorf("%w: an input is not below the modulus", ErrMalformedWitness)
	}
	return w, nil
}

// blame tells a witness's failures from a device's and from those of a cancelled context.
func blame(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil,
		errors.Is(err, accel.ErrOutOfMemory), errors.Is(err, accel.ErrDeviceLost),
		errors.Is(err, accel.ErrInvalidResult), errors.Is(err, accel.ErrClosed),
		errors.Is(err, groth16.ErrInvalidInput), errors.Is(err, plonk.ErrInvalidInput):
		return err
	case errors.Is(err, groth16.ErrKeyMismatch), errors.Is(err, plonk.ErrKeyMismatch):
		return fmt.Errorf("%w: %w", ErrMalformed, err)
	default:
		return &unsatisfied{err}
	}
}

// unsatisfied is gnark's error for a witness, whose text may have values of the witness.
type unsatisfied struct{ err error }

// Error implements error. It has the number of the constraint, and nothing else of gnark's text.
func (u *unsatisfied) Error() string {
	found := constraintNumber.FindStringSubmatch(u.err.Error())
	if found == nil {
		return ErrUnsatisfied.Error()
	}
	return ErrUnsatisfied.Error() + ": constraint #" + found[1]
}

var constraintNumber = regexp.MustCompile(`constraint #(\d+) is not satisfied`)

// Unwrap implements the interface of package errors.
func (u *unsatisfied) Unwrap() []error { return []error{ErrUnsatisfied, u.err} }

// Details returns the text of gnark's error within an error of [Circuit.Prove], values of the
// witness included. It is empty for other errors.
func Details(err error) string {
	var u *unsatisfied
	if !errors.As(err, &u) {
		return ""
	}
	return u.err.Error()
}
