// Typecheck checks the types of a module's packages for other systems, from their sources. It finds
// what a build finds, but for the linker's errors, in a fraction of its time: of packages of other
// modules it leaves out the bodies of functions.
//
//	typecheck linux/arm64 windows/amd64:cuda
//
// Each argument is a system, with a build tag after a colon. A system whose packages would not
// compile, or link purego though they must not, ends the program with status 1.
package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strings"

	"golang.org/x/tools/go/packages"
)

func main() {
	for _, system := range os.Args[1:] {
		fmt.Println("typecheck", system)
		if err := check(system); err != nil {
			fmt.Fprintf(os.Stderr, "typecheck: %s: %v\n", system, err)
			os.Exit(1)
		}
	}
}

const purego = "github.com/ebitengine/purego"

// check checks the packages of the module in the working directory for one system.
func check(system string) error {
	target, tag, _ := strings.Cut(system, ":")
	goos, architecture, ok := strings.Cut(target, "/")
	if !ok {
		return fmt.Errorf("%q is no system, as linux/arm64 or linux/arm64:cuda are", system)
	}
	here, err := os.Getwd()
	if err != nil {
		return err
	}
	loaded, err := packages.Load(&packages.Config{
		Mode:       packages.LoadAllSyntax | packages.NeedModule,
		Env:        append(os.Environ(), "CGO_ENABLED=0", "GOOS="+goos, "GOARCH="+architecture),
		BuildFlags: []string{"-tags=" + tag},
		ParseFile: func(f *token.FileSet, name string, content []byte) (*ast.File, error) {
			file, err := parser.ParseFile(f, name, content, parser.SkipObjectResolution)
			if err == nil && !strings.HasPrefix(name, here) {
				leaveOutBodies(file)
			}
			return file, err
		},
	}, "./...")
	if err != nil {
		return err
	}
	var found []error
	packages.Visit(loaded, nil, func(p *packages.Package) {
		if strings.HasPrefix(p.PkgPath, purego) && (goos != "linux" || tag != "cuda") {
			found = append(found, errors.New("packages import "+p.PkgPath))
		}
		if p.Module == nil || !p.Module.Main {
			return
		}
		for _, err := range p.Errors {
			found = append(found, err)
		}
	})
	return errors.Join(found...)
}

// leaveOutBodies leaves out what other packages do not see. The errors that this causes, as for
// imports without use, are not looked at.
func leaveOutBodies(file *ast.File) {
	for _, declared := range file.Decls {
		if f, ok := declared.(*ast.FuncDecl); ok {
			f.Body = nil
		}
	}
}
