package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"path/filepath"
	"strings"
	"unicode"
)

// member is one field of a struct that a kernel takes as its argument.
type member struct {
	Name         string // in snake case; "reserved" for a field without a use
	Offset, Size int64
}

// layouts maps the names of structs, without the suffix Args, to their members in order.
type layouts map[string][]member

// hostReader reads the arguments of kernels from the sources of Go.
type hostReader struct {
	files   *token.FileSet
	kernels *types.Package // whose constants are lengths of arrays
}

// hostLayouts finds the structs of Go whose names end in Args. It looks in all packages below a
// folder, with and without build tags, their own tests included. The driver's own kernels are not
// among them.
func hostLayouts(folder string) (layouts, error) {
	r, all := &hostReader{files: token.NewFileSet()}, layouts{}
	var err error
	if r.kernels, err = r.read(filepath.Join(folder, "kernels")); err != nil {
		return nil, err
	}
	err = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if d.Name() == "driver" {
			return filepath.SkipDir
		}
		p, err := r.read(path)
		if err == nil {
			all.add(p.Scope())
		}
		return err
	})
	return all, err
}

// read finds the types of a package. Its imports are stubs, so most of the code has errors, which
// are ignored; structs of numbers and device pointers have none.
func (r *hostReader) read(folder string) (*types.Package, error) {
	names, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		return nil, err
	}
	var files []*ast.File
	for _, name := range names {
		file, err := parser.ParseFile(r.files, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		if !strings.HasSuffix(file.Name.Name, "_test") {
			files = append(files, file)
		}
	}
	config := types.Config{Importer: r, Error: func(error) {}}
	p, _ := config.Check(folder, r.files, files, nil)
	return p, nil
}

func (l layouts) add(scope *types.Scope) {
	for _, symbol := range scope.Names() {
		s, ok := scope.Lookup(symbol).Type().Underlying().(*types.Struct)
		if name, isArgs := strings.CutSuffix(symbol, "Args"); ok && isArgs {
			l[strings.ToUpper(name[:1])+name[1:]] = membersOf(s)
		}
	}
}

// Import imports the package of the kernels' constants. Any other package has no more than the type
// Ptr, of 64 bits.
func (r *hostReader) Import(path string) (*types.Package, error) {
	if strings.HasSuffix(path, kernelRoot) {
		return r.kernels, nil
	}
	p := types.NewPackage(path, filepath.Base(path))
	ptr := types.NewTypeName(token.NoPos, p, "Ptr", nil)
	types.NewNamed(ptr, types.Typ[types.Uint64], nil)
	p.Scope().Insert(ptr)
	p.MarkComplete()
	return p, nil
}

func membersOf(s *types.Struct) []member {
	sizes := types.SizesFor("gc", "amd64")
	fields := make([]*types.Var, s.NumFields())
	for i := range fields {
		fields[i] = s.Field(i)
	}
	members := make([]member, len(fields))
	for i, offset := range sizes.Offsetsof(fields) {
		name := snakeCase(fields[i].Name())
		if name == "_" {
			name = "reserved"
		}
		members[i] = member{Name: name, Offset: offset, Size: sizes.Sizeof(fields[i].Type())}
	}
	return members
}

// snakeCase is a name of Go as C++ spells it: fineBits is fine_bits.
func snakeCase(name string) string {
	var b strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
