package kzgtest

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel"
)

// Reading compares functions that read an SRS, or a part of it, with gnark-crypto's.
type Reading[T any] struct {
	Write  func(w io.Writer, raw bool) error
	Read   func(e *accel.Engine, r io.Reader, to *T) (int64, error)
	Gnarks func(r io.Reader, to *T) (int64, error)
}

// Write returns a function that writes to a file, compressed or raw.
func Write(s interface {
	io.WriterTo
	WriteRawTo(io.Writer) (int64, error)
}) func(w io.Writer, raw bool) error {
	return func(w io.Writer, raw bool) (err error) {
		if raw {
			_, err = s.WriteRawTo(w)
		} else {
			_, err = s.WriteTo(w)
		}
		return err
	}
}

// Test reads a file with something behind it, then files with one wrong bit, and one that ends too
// early.
func (c *Reading[T]) Test(t *testing.T) {
	onEngines(t, func(t *testing.T, e *accel.Engine) {
		rng := rand.New(rand.NewPCG(5, 5))
		for _, raw := range []bool{false, true} {
			var written bytes.Buffer
			if err := c.Write(&written, raw); err != nil {
				t.Fatal(err)
			}
			file := written.Bytes()
			c.wantSame(t, e, append(bytes.Clone(file), "rest"...))
			for range 12 {
				broken := bytes.Clone(file)
				broken[4+rng.IntN(len(file)-4)] ^= 1 << rng.IntN(8)
				c.wantSame(t, e, broken)
			}
			c.wantSame(t, e, file[:len(file)-1])
		}
		if _, err := c.Read(e, nil, new(T)); err == nil {
			t.Error("no reader: no error")
		}
		if _, err := c.Read(e, new(bytes.Buffer), nil); err == nil {
			t.Error("nothing to read: no error")
		}
	})
}

func (c *Reading[T]) wantSame(t *testing.T, e *accel.Engine, file []byte) {
	t.Helper()
	var got, want T
	n, wrong := c.Gnarks(bytes.NewReader(file), &want)
	k, err := c.Read(e, bytes.NewReader(file), &got)
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
