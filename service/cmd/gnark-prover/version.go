package main

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
)

var versionCommand = command{
	name:     "version",
	does:     "version prints the versions of the program, of gnark and of Go.",
	examples: []string{"version", "version -h"},
	run:      runVersion,
}

// gnarkModule is the module whose version decides which circuits workers can prove.
const gnarkModule = "github.com/consensys/gnark"

func runVersion(_ context.Context, c *call) error {
	if _, err := c.parse(); err != nil {
		return err
	}
	built, known := debug.ReadBuildInfo()
	if !known {
		built = new(debug.BuildInfo)
	}
	version, gnark := built.Main.Version, "unknown"
	for _, setting := range built.Settings {
		if setting.Key == "vcs.revision" || setting.Key == "-tags" {
			version += " " + setting.Value
		}
	}
	for _, module := range built.Deps {
		if module.Path == gnarkModule {
			gnark = module.Version
		}
	}
	_, err := fmt.Fprintf(c.out, "gnark-prover %s\ngnark %s\n%s %s/%s\n", version, gnark,
		runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}
