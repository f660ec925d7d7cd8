package main

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
)

func runVersion(_ context.Context, c *call) error {
	if err := c.parse(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(c.out, "gnark-prover %s\ngnark v%s\n%s %s/%s\n", identity(buildInfo()),
		circuit.OwnVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}

func buildInfo() *debug.BuildInfo {
	if built, known := debug.ReadBuildInfo(); known {
		return built
	}
	return new(debug.BuildInfo)
}

// identity says of which sources a program was built, with tags, changes and replaced modules.
func identity(built *debug.BuildInfo) string {
	version := built.Main.Version
	for _, setting := range built.Settings {
		switch {
		case setting.Key == "vcs.revision" || setting.Key == "-tags":
			version += " " + setting.Value
		case setting.Key == "vcs.modified" && setting.Value == "true":
			version += " with changes"
		}
	}
	for _, m := range built.Deps {
		if m.Replace != nil {
			version += fmt.Sprintf(", %s by %s %s", m.Path, m.Replace.Path, m.Replace.Version)
		}
	}
	return version
}
