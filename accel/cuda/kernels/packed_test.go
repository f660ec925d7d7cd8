//go:build cuda && linux && (amd64 || arm64)

package kernels

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
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
	if got, err := unpack(frame); err != nil || !bytes.Equal(got, content) {
		t.Errorf("%d bytes, error %v", len(got), err)
	}
	for bit := range 8 * len(frame) {
		wantDamaged(t, frame, content, bit)
	}
	for length := range frame {
		if got, err := unpack(frame[:length]); err == nil {
			t.Errorf("cut to %d bytes: %d bytes and no error", length, len(got))
		}
	}
}

// TestUnpackAhead: what is asked for ahead is unpacked once, and taken once.
func TestUnpackAhead(t *testing.T) {
	ran := 0
	for range 2 {
		unpackAhead("a curve", func() ([]byte, error) { ran++; return []byte("kernel"), nil })
	}
	unpacked := takeAhead("a curve")
	if unpacked == nil {
		t.Fatal("nothing was unpacked")
	}
	if got, err := unpacked(); err != nil || string(got) != "kernel" || ran != 1 {
		t.Errorf("%q, error %v, unpacked %d times", got, err, ran)
	}
	unpackAhead("a curve", func() ([]byte, error) { return nil, errEmpty })
	if takeAhead("a curve") != nil || takeAhead("another curve") != nil {
		t.Error("it was taken twice, or never unpacked")
	}
}

// wantDamaged flips a bit of a frame. Some bits of its header say nothing of the content.
func wantDamaged(t *testing.T, frame, content []byte, bit int) {
	t.Helper()
	damaged := bytes.Clone(frame)
	damaged[bit/8] ^= 1 << (bit % 8)
	if got, err := unpack(damaged); err == nil && !bytes.Equal(got, content) {
		t.Errorf("bit %d of %d bytes: no error", bit, len(frame))
	}
}

// TestDamagedKernels damages the kernels that programs embed.
func TestDamagedKernels(t *testing.T) {
	blobs, err := filepath.Glob("*/*.zst")
	if err != nil || len(blobs) == 0 {
		t.Fatalf("%d blobs, %v", len(blobs), err)
	}
	flips := 12
	if testing.Short() {
		blobs, flips = blobs[:1], 4
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for _, name := range blobs {
		frame, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		content, err := unpack(frame)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for range flips {
			wantDamaged(t, frame, content, rng.IntN(8*len(frame)))
		}
		for _, length := range []int{0, 1, len(frame) / 2, len(frame) - 1} {
			if _, err := unpack(frame[:length]); err == nil {
				t.Errorf("%s cut to %d bytes: no error", name, length)
			}
		}
	}
}
