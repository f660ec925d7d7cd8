package solver

import (
	"runtime/debug"
	"slices"
	"strings"
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

// known reports whether a version is one of ours. The build information tells, where it is there:
// v0.16.1 and v0.16.2 say 0.16.0 of themselves, and commits and forks what the last release said.
// Test binaries have none.
func known(version string, info *debug.BuildInfo) bool {
	if info != nil {
		for _, m := range info.Deps {
			if m.Path == "github.com/consensys/gnark" {
				version, released := strings.CutPrefix(m.Version, "v")
				return released && m.Replace == nil && slices.Contains(versions, version)
			}
		}
	}
	return slices.Contains(versions, version)
}
