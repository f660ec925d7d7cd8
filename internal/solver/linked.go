package solver

import (
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"github.com/consensys/gnark"
)

const pathOfGnark = "github.com/consensys/gnark"

// Module is the gnark that a program links.
type Module struct {
	// Name has the module and its version, and the same of another one that replaces it.
	Name string
	// Version is that of gnark's own module, such as 0.14.0. It is empty if another one stands in
	// its place, or nobody knows.
	Version string
	// Fixed says that the name stands for one source, unlike that of a folder.
	Fixed bool
}

// passed are the releases of gnark that the tests of equality ran on.
var passed = []string{"0.14.0", "0.15.0", "0.16.0", "0.16.1", "0.16.2", "0.16.3"}

// HasPassed reports whether this program links one of them. Tests of proofs, which have no build
// information, replace it before their first proof.
var HasPassed = func() bool { return slices.Contains(passed, Linked().Version) }

// Linked returns the gnark that this program links, by its build information. gnark's own constant
// says the last release where a program has a commit or a fork.
var Linked = sync.OnceValue(func() Module {
	info, _ := debug.ReadBuildInfo()
	return linkedBy(info, gnark.Version.String())
})

// linkedBy reads the build information, which tests lack.
func linkedBy(info *debug.BuildInfo, says string) Module {
	if info != nil {
		for _, m := range append(info.Deps, &info.Main) {
			if m.Path == pathOfGnark {
				return ofDependency(m)
			}
		}
	}
	name := pathOfGnark + ", of which there is no build information, says v" + says
	return Module{Name: name, Fixed: true}
}

func ofDependency(m *debug.Module) Module {
	name := m.Path + " " + m.Version
	if r := m.Replace; r != nil {
		other, fixed := r.Path, strings.HasPrefix(r.Version, "v")
		if fixed {
			other += " " + r.Version
		}
		return Module{Name: name + " => " + other, Fixed: fixed}
	}
	version, released := strings.CutPrefix(m.Version, "v")
	if !released { // a folder of a workspace
		return Module{Name: name}
	}
	return Module{name, version, true}
}
