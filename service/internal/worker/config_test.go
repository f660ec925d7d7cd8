package worker

import (
	"context"
	"errors"
	"flag"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel"
)

// TestMemory takes the machine's memory, or the container's where that is smaller.
func TestMemory(t *testing.T) {
	for _, c := range []struct {
		machine   string
		container uint64
		want      int64
	}{
		{"MemTotal:        8000000 kB\nMemFree: 1 kB\n", math.MaxUint64, 8000000 << 10},
		{"MemTotal:        8000000 kB\n", 1 << 30, 1 << 30},
		{"MemTotal:        1000 kB\n", 1 << 30, 1000 << 10},
		{"", math.MaxUint64, 32 << 30},
	} {
		file := filepath.Join(t.TempDir(), "meminfo")
		if err := os.WriteFile(file, []byte(c.machine), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := memory(file, c.container); got != c.want {
			t.Errorf("%q and %d have %d bytes, not %d", c.machine, c.container, got, c.want)
		}
	}
}

// TestRequireGPU refuses to start where there is no device.
func TestRequireGPU(t *testing.T) {
	var c Config
	flags := flag.NewFlagSet("worker", flag.ContinueOnError)
	c.AddFlags(flags)
	if err := flags.Parse([]string{"-require-gpu"}); err != nil {
		t.Fatal(err)
	}
	err := c.OpenDevices(context.Background())
	c.CloseDevices()
	if err == nil && !errors.Is(c.Engine.Unavailable(), accel.ErrClosed) {
		t.Errorf("its engine stays open: %v", c.Engine.Unavailable())
	}
	missing := accel.Default().Unavailable() != nil
	if missing != (err != nil) || missing && !strings.Contains(err.Error(), "-require-gpu") {
		t.Errorf("without a device %t, it says %v", missing, err)
	}
}
