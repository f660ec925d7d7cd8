package packed

import (
	"bytes"
	"testing"

	"github.com/klauspost/compress/zstd"
)

func TestUnpack(t *testing.T) {
	content := bytes.Repeat([]byte("kernel "), 1000)
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	frame := w.EncodeAll(content, nil)
	if got, err := Unpack(frame); err != nil || !bytes.Equal(got, content) {
		t.Errorf("%d bytes, error %v", len(got), err)
	}
	for name, damaged := range map[string][]byte{
		"cut":     frame[:len(frame)-3],
		"changed": append([]byte{^frame[0]}, frame[1:]...),
	} {
		if got, err := Unpack(damaged); err == nil {
			t.Errorf("%s: %d bytes and no error", name, len(got))
		}
	}
}
