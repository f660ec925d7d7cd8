package api

import (
	"bytes"
	"errors"
	"io"
	"testing"
	"testing/iotest"
)

// TestReadSecret reads bodies of the expected length, shorter and longer ones. It reads the bytes
// before an error, too.
func TestReadSecret(t *testing.T) {
	body := bytes.Repeat([]byte("witness "), 3*trusted/8)
	for _, length := range []int64{0, 8, trusted, int64(len(body)) - 1, int64(len(body)), 1 << 50} {
		want := body[:min(length+1, int64(len(body)))]
		got, err := readSecret(iotest.HalfReader(bytes.NewReader(body)), length)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("length %d: %d bytes, %v", length, len(got), err)
		}
	}
	cut := errors.New("cut")
	broken := io.MultiReader(bytes.NewReader(body), iotest.ErrReader(cut))
	got, err := readSecret(broken, 1<<50)
	if !errors.Is(err, cut) || !bytes.Equal(got, body) {
		t.Errorf("before an error: %d bytes, %v", len(got), err)
	}
}
