// Typecheck checks the types of the module's packages for other systems, from their sources. It
// finds what a build finds, but for the linker's errors, in a twentieth of a build's time: of
// packages of other modules it leaves out the bodies of functions.
//
//	go run ./internal/typecheck linux/arm64 windows/amd64:cuda
//	go run ./internal/typecheck -packages ./hooks/... linux/amd64
//
// Each argument is a system, with a build tag after a colon. A system whose packages would not
// compile, or link purego though they must not, ends the program with status 1.
package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
)

const purego = "github.com/ebitengine/purego"

func main() {
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), `Checks the types of all packages for other systems.

  go run ./internal/typecheck windows/amd64            without a tag
  go run ./internal/typecheck linux/arm64:cuda         with the tag cuda`)
		flag.PrintDefaults()
	}
	pattern := flag.String("packages", "./...", "`pattern` of the packages to check")
	flag.Parse()
	for _, name := range flag.Args() {
		fmt.Println("typecheck", name)
		if err := check(name, *pattern); err != nil {
			fmt.Fprintln(os.Stderr, "typecheck:", name+":", err)
			os.Exit(1)
		}
	}
}

// check checks packages of the module in the working directory for one system.
func check(name, pattern string) error {
	system, err := parseSystem(name)
	if err != nil {
		return err
	}
	packages, err := system.list(pattern)
	if err != nil {
		return err
	}
	if !system.hasDriver() && slices.ContainsFunc(packages, isPurego) {
		return fmt.Errorf("packages import %s", purego)
	}
	return checkTypes(system, packages)
}

func isPurego(p listed) bool { return strings.HasPrefix(p.ImportPath, purego) }
