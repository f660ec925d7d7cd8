package driver

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func TestOpen(t *testing.T) {
	l := openLibrary(t)
	if l.path == "" || l.version < MinimumVersion || l.DeviceCount() < 1 {
		t.Errorf("path %q, version %d, %d devices", l.path, l.version, l.DeviceCount())
	}
	for i := range l.DeviceCount() {
		d, err := l.Usable(i)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%+v", d)
		if d.Index != i || d.Name == "" || d.Major < 1 || d.Multiprocessors < 1 ||
			d.TotalMemory == 0 || d.DriverVersion != l.version {
			t.Errorf("implausible: %+v", d)
		}
		uuid := regexp.MustCompile(`^GPU-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)
		if !uuid.MatchString(d.UUID) {
			t.Errorf("UUID %q", d.UUID)
		}
	}
	again := openLibrary(t)
	if again.handle != l.handle {
		t.Error("the library was mapped twice")
	}
}

func TestNoSuchDevice(t *testing.T) {
	l := openLibrary(t)
	for _, i := range []int{-1, l.DeviceCount(), 1 << 40} {
		if _, err := l.Usable(i); !errors.Is(err, ErrNoDevice) {
			t.Errorf("Usable(%d): %v", i, err)
		}
		if _, err := l.OpenContext(i); !errors.Is(err, ErrNoDevice) {
			t.Errorf("OpenContext(%d): %v", i, err)
		}
	}
}

// TestLibraries opens files that are no driver: none, an empty one, as container images have where
// the host's library is to be mounted, and a library of other entry points, which every glibc has.
func TestLibraries(t *testing.T) {
	needBinding(t)
	missing := filepath.Join(t.TempDir(), "libcuda.so.1")
	empty := filepath.Join(t.TempDir(), "empty")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	checkOpen(t, missing, ErrNoLibrary, missing)
	checkOpen(t, "libcuda-of-no-system.so.1", ErrNoLibrary, "libcuda-of-no-system.so.1")
	checkOpen(t, empty, ErrUnusable, empty)
	checkOpen(t, "libm.so.6", ErrDriverTooOld, "it has no cuInit")
	t.Setenv(LibraryVariable, missing)
	checkOpen(t, "", ErrNoLibrary, missing)
}

func checkOpen(t *testing.T, path string, want error, text string) {
	t.Helper()
	_, err := Open(path)
	if !errors.Is(err, want) || !strings.Contains(err.Error(), text) {
		t.Errorf("Open(%q) = %v, want %q with %q", path, err, want, text)
	}
}

func TestCapability(t *testing.T) {
	for _, c := range []struct {
		major, minor int
		ok           bool
	}{
		{3, 5, false}, {7, 0, false}, {7, 4, false},
		{7, 5, true}, {8, 0, true}, {9, 0, true}, {12, 0, true},
	} {
		err := checkCapability(DeviceInfo{Name: "Some Device", Major: c.major, Minor: c.minor})
		if errors.Is(err, ErrDeviceTooOld) == c.ok || (err == nil) != c.ok {
			t.Errorf("%d.%d: %v", c.major, c.minor, err)
		}
	}
}

func TestVersionString(t *testing.T) {
	for v, want := range map[int]string{
		11040: "11.4", 12000: "12.0", 12080: "12.8", 13010: "13.1",
	} {
		if got := versionString(v); got != want {
			t.Errorf("%d: %s, want %s", v, got, want)
		}
	}
}

func TestEverySymbolHasAName(t *testing.T) {
	seen := map[string]bool{}
	for s, name := range symbolNames {
		if name == "" || seen[name] {
			t.Errorf("symbol %d is called %q", s, name)
		}
		seen[name] = true
	}
}

func TestOptionalEntryPointsMayBeMissing(t *testing.T) {
	l := &Library{table: make(table, len(symbolNames))}
	err := l.call(cuFuncLoad)
	if !hasCode(err, codeNotSupported) || !strings.Contains(err.Error(), "cuFuncLoad") {
		t.Errorf("got %v", err)
	}
}
