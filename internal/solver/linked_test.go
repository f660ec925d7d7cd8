package solver

import (
	"runtime/debug"
	"testing"
)

// The build information names commits, forks and folders, for which gnark says an older release.
func TestLinked(t *testing.T) {
	fork := &debug.Module{Path: "example.com/gnark", Version: "v0.1.0"}
	folder := &debug.Module{Path: "../gnark", Version: "(devel)"}
	const commit = "0.14.1-0.20250925120000-0123456789ab"
	for _, c := range []struct {
		dep  *debug.Module // nil without build information
		want Module
	}{
		{nil, Module{
			pathOfGnark + ", of which there is no build information, says v0.14.0", "", true,
		}},
		{&debug.Module{Version: "v0.16.2"}, Module{pathOfGnark + " v0.16.2", "0.16.2", true}},
		{&debug.Module{Version: "v" + commit}, Module{pathOfGnark + " v" + commit, commit, true}},
		{&debug.Module{Version: "(devel)"}, Module{pathOfGnark + " (devel)", "", false}},
		{
			&debug.Module{Version: "v0.14.0", Replace: fork},
			Module{pathOfGnark + " v0.14.0 => example.com/gnark v0.1.0", "", true},
		},
		{
			&debug.Module{Version: "v0.14.0", Replace: folder},
			Module{pathOfGnark + " v0.14.0 => ../gnark", "", false},
		},
	} {
		var info *debug.BuildInfo
		if c.dep != nil {
			c.dep.Path = pathOfGnark
			other := &debug.Module{Path: "example.com/other", Version: "v1.0.0"}
			info = &debug.BuildInfo{Deps: []*debug.Module{other, c.dep}}
		}
		if got := linkedBy(info, "0.14.0"); got != c.want {
			t.Errorf("%+v, expected %+v", got, c.want)
		}
	}
}
