package circuit

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"reflect"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/witness"
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

// WitnessBytes returns a full witness in gnark's binary form. It leaves no copies behind, which
// gnark's MarshalBinary does, so that the caller can clear all of it.
func WitnessBytes(full witness.Witness) ([]byte, error) {
	vector := reflect.ValueOf(full.Vector())
	size := witnessHeader
	if vector.Kind() == reflect.Slice {
		size += vector.Len() * int(vector.Type().Elem().Size())
	}
	to := bytes.NewBuffer(make([]byte, 0, size))
	_, err := full.WriteTo(to)
	return to.Bytes(), err
}

// ClearWitness overwrites the values of a witness.
func ClearWitness(w witness.Witness) {
	if vector := reflect.ValueOf(w.Vector()); vector.Kind() == reflect.Slice {
		vector.Clear()
	}
}

// ReadWitness reads a full witness in gnark's binary form, or returns [ErrMalformedWitness]. The
// caller is to clear it by [ClearWitness]. gnark allocates memory as the header says, so it is
// checked first.
func (c *Circuit) ReadWitness(full []byte) (witness.Witness, error) {
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
