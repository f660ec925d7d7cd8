package keys

import (
	"testing"

	"github.com/gnark-accel/gnark-accel/internal/engine"
	"github.com/gnark-accel/gnark-accel/internal/settings"
)

// TestPanicWhileKeeping: a panic beside the use of a key is an error, and no end of the process.
func TestPanicWhileKeeping(t *testing.T) {
	used := false
	n, err := Read(new(settings.Settings), func(*engine.Made) (int64, func(), error) {
		return 7, func() { panic("a full disk") }, nil
	}, func(*engine.Made) error {
		used = true
		return nil
	})
	if err == nil || n != 7 || !used {
		t.Errorf("%d bytes, used: %v, error: %v", n, used, err)
	}
}
