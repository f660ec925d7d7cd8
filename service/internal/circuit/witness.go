package circuit

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"net"
	"reflect"
	"slices"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/witness"
	"github.com/gnark-accel/gnark-accel/service/internal/secrets"
)

// witnessHeader is the length of the numbers of public and secret inputs, and of their sum.
const witnessHeader = 3 * 4

// CheckWitness returns [ErrMalformedWitness] unless pieces have the length and header of a witness.
func CheckWitness(m *Manifest, pieces ...[]byte) error {
	size, err := WitnessSize(m)
	if err != nil {
		return err
	}
	var length int64
	for _, piece := range pieces {
		length += int64(len(piece))
	}
	var header [3]uint32
	if err := binary.Read(readerOf(pieces), binary.BigEndian, &header); err != nil {
		return fmt.Errorf("%w: %d bytes", ErrMalformedWitness, length)
	}
	public, secret := uint32(m.Public), uint32(m.Secret) // which fit
	switch {
	case header[0] != public || header[1] != secret:
		return fmt.Errorf("%w: %d public and %d secret inputs, and the circuit has %d and %d",
			ErrMalformedWitness, header[0], header[1], public, secret)
	case header[2] != public+secret || length != size:
		return fmt.Errorf("%w: %d bytes, and %d inputs have %d", ErrMalformedWitness, length,
			public+secret, size)
	}
	return nil
}

// WitnessSize is the length in bytes of the circuit's full witnesses, in gnark's binary form.
func WitnessSize(m *Manifest) (int64, error) {
	curve, err := curveOf(m.Curve)
	if err != nil {
		return 0, err
	}
	if m.Public < 0 || m.Secret < 0 || m.Public > math.MaxInt32 || m.Secret > math.MaxInt32 {
		return 0, fmt.Errorf("%w: %d public and %d secret inputs", ErrMalformed, m.Public, m.Secret)
	}
	return witnessHeader + (int64(m.Public)+int64(m.Secret))*int64(elementSize(curve)), nil
}

func readerOf(pieces [][]byte) io.Reader {
	buffers := net.Buffers(slices.Clone(pieces))
	return &buffers
}

// elementSize is the number of bytes of a scalar, in words of 64 bits.
func elementSize(curve ecc.ID) int { return (curve.ScalarField().BitLen() + 63) / 64 * 8 }

// WitnessBytes returns a full witness in gnark's binary form, for [secrets.Return]. No copy stays.
func WitnessBytes(full witness.Witness) ([]byte, error) {
	vector := reflect.ValueOf(full.Vector())
	size := witnessHeader + vector.Len()*int(vector.Type().Elem().Size())
	to := bytes.NewBuffer(secrets.Lend(size)[:0])
	_, err := full.WriteTo(to)
	return to.Bytes(), err
}

// ReadWitness reads a full witness in gnark's binary form, for [Circuit.ForgetWitness], or returns
// [ErrMalformedWitness]. gnark allocates memory as the header says, so it is checked first.
func (c *Circuit) ReadWitness(pieces ...[]byte) (w witness.Witness, err error) {
	if err := CheckWitness(&c.Manifest, pieces...); err != nil {
		return nil, err
	}
	w, kept := c.spare.Get().(witness.Witness)
	if !kept {
		w, _ = witness.New(c.curve.ScalarField()) // which gnark has
	}
	if err := Guarded(func() (err error) {
		if kept {
			return refill(w, readerOf(pieces))
		}
		_, err = w.ReadFrom(readerOf(pieces))
		return err
	}); err != nil {
		clearWitness(w)
		return nil, fmt.Errorf("%w: an input is not below the modulus", ErrMalformedWitness)
	}
	return w, nil
}

// ForgetWitness zeroes a witness of [Circuit.ReadWitness], whose memory is kept for the next one.
func (c *Circuit) ForgetWitness(w witness.Witness) {
	clearWitness(w)
	c.spare.Put(w)
}

func clearWitness(w witness.Witness) { reflect.ValueOf(w.Vector()).Clear() }

// refill reads the elements of a witness into the memory of one with as many, on all cores. So it
// takes less than half the time of gnark's ReadFrom. gnark-crypto v0.19 takes memory of its own.
func refill(w witness.Witness, from io.Reader) error {
	elements := reflect.ValueOf(w.Vector())
	into := reflect.New(elements.Type()) // shares the memory, which AsyncReadFrom uses if it fits
	into.Elem().Set(elements)
	var numbers [witnessHeader - 4]byte // of inputs; the vector's length follows
	if _, err := io.ReadFull(from, numbers[:]); err != nil {
		return err
	}
	_, err, converted := into.Interface().(interface {
		AsyncReadFrom(io.Reader) (int64, error, chan error)
	}).AsyncReadFrom(from)
	if err == nil {
		err = <-converted
	}
	if read := into.Elem(); read.Pointer() != elements.Pointer() {
		reflect.Copy(elements, read)
		read.Clear()
	}
	return err
}
