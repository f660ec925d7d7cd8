package solver

import (
	"runtime/debug"
	"slices"
	"sync"

	"github.com/consensys/gnark"
)

// versions are those of gnark whose systems our solver solves; any other is left to gnark, unless
// [WithAnyVersion] says otherwise. Layouts of compiled systems carry no version of their own. The
// tests of equality ran on each of them.
var versions = []string{"0.14.0", "0.15.0", "0.16.0", "0.16.1", "0.16.2", "0.16.3"}

// versionKnown reports whether this binary's gnark is one of them.
var versionKnown = sync.OnceValue(func() bool {
	info, _ := debug.ReadBuildInfo()
	return known(gnark.Version.String(), info)
})

// known reports whether a version is one of ours. Commits after a release say its version of
// themselves, and so do forks, but the build information tells. Test binaries have none.
func known(version string, info *debug.BuildInfo) bool {
	released := true
	if info != nil {
		for _, m := range info.Deps {
			if m.Path == "github.com/consensys/gnark" {
				released = m.Replace == nil && m.Version == "v"+version
			}
		}
	}
	return released && slices.Contains(versions, version)
}
