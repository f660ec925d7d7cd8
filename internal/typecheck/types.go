package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
)

// A checker has the types of packages by their paths, those of imported packages first.
type checker struct {
	system  system
	files   *token.FileSet
	checked map[string]*types.Package
}

// checkTypes checks packages, in an order in which imported ones come first.
func checkTypes(s system, packages []listed) error {
	c := checker{s, token.NewFileSet(), map[string]*types.Package{"unsafe": types.Unsafe}}
	for _, p := range packages {
		if p.ImportPath == "unsafe" {
			continue
		}
		if err := c.check(p); err != nil {
			return err
		}
	}
	return nil
}

// check checks one package. Of packages that are not ours no body of a function is looked at.
func (c *checker) check(p listed) error {
	if len(p.CgoFiles) != 0 {
		return fmt.Errorf("%s needs cgo", p.ImportPath)
	}
	var sources []*ast.File
	for _, name := range p.GoFiles {
		file, err := parser.ParseFile(
			c.files, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		sources = append(sources, file)
	}
	var found []error
	config := types.Config{
		Importer:         imports{c, p.ImportMap},
		IgnoreFuncBodies: !p.ours(),
		Sizes:            types.SizesFor("gc", c.system.architecture),
		Error:            func(err error) { found = append(found, err) },
	}
	if p.ours() {
		config.GoVersion = "go" + p.Module.GoVersion
	}
	// Each error is in found.
	checked, _ := config.Check(p.ImportPath, c.files, sources, nil)
	c.checked[p.ImportPath] = checked
	return errors.Join(found...)
}

// imports finds what one package imports.
type imports struct {
	*checker
	renamed map[string]string // paths of vendored packages by those in import declarations
}

func (i imports) Import(path string) (*types.Package, error) {
	if real, ok := i.renamed[path]; ok {
		path = real
	}
	if p := i.checked[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("%s is not listed", path)
}
