package api

import (
	"bytes"
	"errors"
	"io"
	"testing"
	"testing/iotest"
)

// TestReadSecret reads bodies of known, unknown and wrong lengths, and what came before an error.
func TestReadSecret(t *testing.T) {
	body := bytes.Repeat([]byte("witness "), 3*firstRead/8)
	for _, length := range []int64{-1, 0, 8, int64(len(body)), 1 << 50} {
		got, err := readSecret(iotest.HalfReader(bytes.NewReader(body)), length)
		if err != nil || !bytes.Equal(got, body) {
			t.Errorf("length %d: %d bytes, %v", length, len(got), err)
		}
	}
	cut := errors.New("cut")
	broken := io.MultiReader(bytes.NewReader(body), iotest.ErrReader(cut))
	got, err := readSecret(broken, -1)
	if !errors.Is(err, cut) || !bytes.Equal(got, body) {
		t.Errorf("before an error: %d bytes, %v", len(got), err)
	}
}
