package solver

import (
	"slices"

	"github.com/consensys/gnark"
)

// versions are those of gnark that the tests of equality ran on. Layouts of compiled systems carry
// no version of their own, so any other is left to gnark.
var versions = []string{"0.16.3"}

// versionKnown reports whether this binary's gnark is one of them. It asks gnark rather than the
// build information, which test binaries lack.
func versionKnown() bool { return slices.Contains(versions, gnark.Version.String()) }
