package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/gnark-accel/gnark-accel/service/internal/folder"
	"github.com/gnark-accel/gnark-accel/service/internal/secrets"
)

// TestProving proves for one tenant and for several, unless it is told not to. A token may have
// commas.
func TestProving(t *testing.T) {
	several := `[{"name":"a","token":"0123,456789abcdef"},{"name":"b","token":"fedcba9876543210"}]`
	for _, c := range []struct {
		tenants string
		flags   []string
		proves  bool
	}{
		{"", nil, true},
		{"", []string{"-prove=false"}, false},
		{several, nil, true},
		{several, []string{"-prove=false"}, false},
	} {
		data := filepath.Join(t.TempDir(), "data")
		if c.tenants != "" {
			list := filepath.Join(data, folder.TenantsFile)
			if err := secrets.WritePrivate(list, []byte(c.tenants)); err != nil {
				t.Fatal(err)
			}
		}
		s := serveAt(t, data, anyPort, c.flags...)
		printed, err := commanded(t, "status", "-folder", data)
		if proves := strings.Contains(printed, `"host"`); err != nil || proves != c.proves {
			t.Errorf("%q, %q: %v, %s", c.tenants, c.flags, err, printed)
		}
		s.stop()
	}
}
