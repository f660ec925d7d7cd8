package secrets

import (
	"bytes"
	"testing"
)

// TestBuffers borrows buffers of many lengths: each has zeros only, though others wrote to it.
func TestBuffers(t *testing.T) {
	for _, n := range []int{0, 1, 100, 127, 64, 101, 1 << 16, 1<<16 - 1, 70000, 1 << 16} {
		for range 2 {
			buffer := Lend(n)
			if len(buffer) != n || !bytes.Equal(buffer, make([]byte, n)) {
				t.Fatalf("of %d bytes: %d, or not all are zeros", n, len(buffer))
			}
			if cap(buffer) > max(2*n, 1) {
				t.Errorf("%d bytes for %d", cap(buffer), n)
			}
			buffer = buffer[:cap(buffer)]
			for i := range buffer {
				buffer[i] = 1
			}
			Return(buffer[:n/2])
			if !bytes.Equal(buffer, make([]byte, len(buffer))) {
				t.Errorf("a returned buffer of %d bytes is not cleared", n)
			}
		}
	}
	Return(nil)
}
