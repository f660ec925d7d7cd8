package solver

import (
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"github.com/consensys/gnark"
)

// versions are those of gnark whose systems our solver solves: the tests of equality ran on each.
// Layouts of compiled systems carry no version of their own.
var versions = []string{"0.14.0", "0.15.0", "0.16.0", "0.16.1", "0.16.2", "0.16.3"}

var versionKnown = sync.OnceValue(func() bool {
	info, _ := debug.ReadBuildInfo()
	return known(gnark.Version.String(), info)
})

// known asks the build information, where it is there: v0.16.1 and v0.16.2 say 0.16.0 of
// themselves, and commits and forks what the last release said.
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
