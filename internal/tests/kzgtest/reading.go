package kzgtest

import (
	"bytes"
	"errors"
	"io"
	"math/big"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel"
	"github.com/gnark-accel/gnark-accel/internal/tests/devicetest"
)

// stored is an SRS of gnark-crypto, or a part of it.
type stored interface {
	io.WriterTo
	io.ReaderFrom
	WriteRawTo(io.Writer) (int64, error)
}

// written is an SRS that tests write and read.
func (s *Scheme[E, D, O, B, P, V, R, K, C]) written(t *testing.T) *R {
	t.Helper()
	srs, err := s.NewSRS(21, big.NewInt(77))
	devicetest.NoError(t, err)
	return srs
}

func (s *Scheme[E, D, O, B, P, V, R, K, C]) testReadSRS(t *testing.T) {
	reading(t, s.written(t), s.ReadSRS)
}

func (s *Scheme[E, D, O, B, P, V, R, K, C]) testReadProvingKey(t *testing.T) {
	pk, _ := s.Keys(s.written(t))
	reading(t, pk, s.ReadProvingKey)
}

// testToLagrangeG1 compares with gnark-crypto's function of that name.
func (s *Scheme[E, D, O, B, P, V, R, K, C]) testToLagrangeG1(t *testing.T) {
	pk, _ := s.Keys(s.written(t))
	for _, n := range []int{1, 2, 16, 3, 0} {
		points := (*s.Points(pk))[:n]
		got, err := s.ToLagrangeG1(points)
		want, wrong := s.ToLagrange(points)
		if !slices.Equal(got, want) || (err == nil) != (wrong == nil) ||
			err != nil && err.Error() != wrong.Error() {
			t.Errorf("%d points: others, or %v, not %v", n, err, wrong)
		}
	}
}

// read is a function that reads a file as gnark-crypto's method ReadFrom does.
type read[T any] = func(e *accel.Engine, r io.Reader, to *T) (int64, error)

// reading reads a file with bytes behind it, then files with one wrong bit. Last it reads one that
// ends too early.
func reading[T any](t *testing.T, written *T, read read[T]) {
	onEngines(t, func(t *testing.T, e *accel.Engine) {
		rng := rand.New(rand.NewPCG(5, 5))
		of := any(written).(stored)
		for _, write := range []func(io.Writer) (int64, error){of.WriteTo, of.WriteRawTo} {
			file := devicetest.Written(t, write)
			wantSame(t, e, read, append(bytes.Clone(file), "rest"...))
			for range 12 {
				broken := bytes.Clone(file)
				broken[4+rng.IntN(len(file)-4)] ^= 1 << rng.IntN(8)
				wantSame(t, e, read, broken)
			}
			wantSame(t, e, read, file[:len(file)-1])
		}
		if _, err := read(e, nil, new(T)); err == nil {
			t.Error("no reader: no error")
		}
		if _, err := read(e, new(bytes.Buffer), nil); err == nil {
			t.Error("nothing to read: no error")
		}
	})
}

func wantSame[T any](t *testing.T, e *accel.Engine, read read[T], file []byte) {
	t.Helper()
	var got, want T
	n, wrong := any(&want).(stored).ReadFrom(bytes.NewReader(file))
	k, err := read(e, bytes.NewReader(file), &got)
	tooShort := errors.Is(wrong, io.EOF) || errors.Is(wrong, io.ErrUnexpectedEOF)
	switch {
	case wrong == nil && (err != nil || k != n || !reflect.DeepEqual(got, want)):
		t.Errorf("%d of %d bytes, %v, or another result", k, n, err)
	case wrong != nil && (err == nil || !tooShort && err.Error() != wrong.Error()):
		t.Errorf("%v, not %v", err, wrong)
	case wrong != nil && !reflect.ValueOf(got).IsZero():
		t.Errorf("a result with the error %v", err)
	}
}
