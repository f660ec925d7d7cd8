package solver

import (
	"runtime/debug"
	"testing"
)

// Only releases are known that the tests of equality ran on.
func TestKnownVersions(t *testing.T) {
	fork := &debug.Module{Path: "example.com/gnark", Version: "v0.14.0"}
	for _, c := range []struct {
		says string
		dep  *debug.Module // nil without build information
		want bool
	}{
		{"0.14.0", nil, true},
		{"0.16.5", nil, false},
		{"0.14.0", &debug.Module{Version: "v0.14.0"}, true},
		{"0.16.0", &debug.Module{Version: "v0.16.2"}, true},
		{"0.14.0", &debug.Module{Version: "v0.14.1-0.20250925120000-0123456789ab"}, false},
		{"0.14.0", &debug.Module{Version: "v0.14.0", Replace: fork}, false},
		{"0.16.5", &debug.Module{Version: "v0.16.5"}, false},
	} {
		var info *debug.BuildInfo
		if c.dep != nil {
			c.dep.Path = "github.com/consensys/gnark"
			other := &debug.Module{Path: "example.com/other", Version: "v1.0.0"}
			info = &debug.BuildInfo{Deps: []*debug.Module{other, c.dep}}
		}
		if got := known(c.says, info); got != c.want {
			t.Errorf("%s with %+v: %v", c.says, c.dep, got)
		}
	}
}

// An unknown gnark solves all witnesses itself, unless whoever calls wants ours to try.
func TestUnknownVersionsAreGnarks(t *testing.T) {
	defer func(was func() bool) { versionKnown = was }(versionKnown)
	versionKnown = func() bool { return false }
	e, f := new(Entry[int]), new(fake)
	e.Prepare(f, nil)
	for range 3 {
		expect(t, e, Options{}, f, Gnark, nil)
	}
	if p, _ := e.look(); p != 0 {
		t.Error("a system of an unknown version was translated")
	}
	any := Options{AnyVersion: true}
	expect(t, e, any, f, Gnark, nil) // while the system is translated
	<-e.begin(f)
	_, _ = Solve(e, any, f) // which compares, unless the one before it did
	expect(t, e, any, f, Own, nil)
}
