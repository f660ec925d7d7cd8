package solver

import (
	"slices"

	"github.com/consensys/gnark"
)

// versions are those of gnark whose systems our solver solves; any other is left to gnark. Layouts
// of compiled systems carry no version of their own. The tests of equality ran on each of them.
var versions = []string{"0.16.3"}

// versionKnown reports whether this binary's gnark is one of them. It asks gnark rather than the
// build information, which test binaries lack.
func versionKnown() bool { return slices.Contains(versions, gnark.Version.String()) }
