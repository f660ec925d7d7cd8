package worker

import (
	"context"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gnark-accel/gnark-accel/accel"
)

// TestMemory takes the machine's memory, or the container's where that is smaller.
func TestMemory(t *testing.T) {
	for _, c := range []struct {
		machine, container string
		want               int64
	}{
		{"MemTotal:        8000000 kB\nMemFree: 1 kB\n", "max\n", 8000000 << 10},
		{"MemTotal:        8000000 kB\n", "1073741824\n", 1 << 30},
		{"MemTotal:        1000 kB\n", "1073741824\n", 1000 << 10},
		{"", "", 32 << 30},
	} {
		folder := t.TempDir()
		for name, text := range map[string]string{"a": c.machine, "b": c.container} {
			if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		got := memory(filepath.Join(folder, "a"), filepath.Join(folder, "b"))
		if got != c.want {
			t.Errorf("%q and %q have %d bytes, not %d", c.machine, c.container, got, c.want)
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
