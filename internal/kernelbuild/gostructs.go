package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"path/filepath"
	"strings"
)

// goStructs finds the structs of Go whose names end in Args. The keys are the names without that.
// It looks in all packages below a folder, with and without build tags, their own tests included.
// The driver's own kernels are not among them.
func goStructs(folder string) (map[string]*types.Struct, error) {
	all := map[string]*types.Struct{}
	kernels, err := readPackage(filepath.Join(folder, "kernels"), nil)
	if err != nil {
		return nil, err
	}
	err = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if d.Name() == "driver" {
			return filepath.SkipDir
		}
		p, err := readPackage(path, kernels)
		if err != nil {
			return err
		}
		for _, symbol := range p.Scope().Names() {
			s, ok := p.Scope().Lookup(symbol).Type().Underlying().(*types.Struct)
			if name, isArgs := strings.CutSuffix(symbol, "Args"); ok && isArgs {
				all[strings.ToUpper(name[:1])+name[1:]] = s
			}
		}
		return nil
	})
	return all, err
}

// readPackage finds the types of a package. Its imports are stubs, so most of the code has errors,
// which are ignored; structs of numbers and device pointers have none.
func readPackage(folder string, kernels *types.Package) (*types.Package, error) {
	names, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		return nil, err
	}
	set, files := token.NewFileSet(), []*ast.File(nil)
	for _, name := range names {
		file, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		if !strings.HasSuffix(file.Name.Name, "_test") {
			files = append(files, file)
		}
	}
	config := types.Config{Importer: stubs{kernels}, Error: func(error) {}}
	p, _ := config.Check(folder, set, files, nil)
	return p, nil
}

// stubs are packages to import: that of the kernels, whose constants are lengths of arrays, and for
// any other one the type Ptr alone, of 64 bits.
type stubs struct{ kernels *types.Package }

func (s stubs) Import(path string) (*types.Package, error) {
	if strings.HasSuffix(path, kernelRoot) {
		return s.kernels, nil
	}
	p := types.NewPackage(path, filepath.Base(path))
	ptr := types.NewTypeName(token.NoPos, p, "Ptr", nil)
	types.NewNamed(ptr, types.Typ[types.Uint64], nil)
	p.Scope().Insert(ptr)
	p.MarkComplete()
	return p, nil
}
