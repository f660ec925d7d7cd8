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
		dep  *debug.Module // nil as in test binaries
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
		info := new(debug.BuildInfo)
		if c.dep != nil {
			c.dep.Path = "github.com/consensys/gnark"
			info.Deps = []*debug.Module{{Path: "example.com/other", Version: "v1.0.0"}, c.dep}
		}
		if got := known(c.says, info); got != c.want {
			t.Errorf("%s with %+v: %v", c.says, c.dep, got)
		}
	}
	if !known("0.14.0", nil) {
		t.Error("a binary without build information knows no version")
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
	if _, ok := e.Program(); ok {
		t.Error("a system of an unknown version was translated")
	}
	any := Options{AnyVersion: true}
	expect(t, e, any, f, Gnark, nil)
	<-e.begin(f)
	if _, err := solve(e, any, f); err != nil { // compares, unless the one before it did
		t.Error(err)
	}
	expect(t, e, any, f, Own, nil)
}
