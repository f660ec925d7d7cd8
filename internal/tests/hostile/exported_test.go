package hostile

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gnark-accel/gnark-accel/internal/curve"
)

// TestEveryFunctionHasARow fails for an exported function that has no row in a table. So it does
// for a type with methods. Packages of other curves must export the same as BN254's.
func TestEveryFunctionHasARow(t *testing.T) {
	got := exported(t, "accel")
	for _, p := range []string{
		"hooks/groth16", "hooks/groth16/ceremony", "hooks/plonk", "hooks/solve",
	} {
		got = append(got, exported(t, p)...)
	}
	for _, family := range []string{
		"accel/<curve>", "accel/<curve>/kzg", "hooks/groth16/<curve>", "hooks/plonk/<curve>",
	} {
		of := func(curve string) []string {
			return exported(t, strings.Replace(family, "<curve>", curve, 1))
		}
		first := of("bn254")
		got = append(got, first...)
		for _, c := range curve.All() {
			sibling := strings.ReplaceAll(strings.Join(of(c.Folder()), "\n"), c.Folder(), "bn254")
			if sibling != strings.Join(first, "\n") {
				t.Errorf("%s of %s exports other functions than that of bn254", family, c.Folder())
			}
		}
	}
	for _, name := range got {
		if functions[name] == nil {
			t.Errorf("%s has no row", name)
		}
	}
}

// exported returns the exported functions of a package, and the methods of its exported types.
func exported(t *testing.T, folder string) (names []string) {
	t.Helper()
	notTest := func(f fs.FileInfo) bool { return !strings.HasSuffix(f.Name(), "_test.go") }
	path := filepath.Join("../../..", folder)
	packages, err := parser.ParseDir(token.NewFileSet(), path, notTest, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range packages {
		for _, file := range p.Files {
			for _, d := range file.Decls {
				if f, ok := d.(*ast.FuncDecl); ok && f.Name.IsExported() {
					if r := receiver(f); r == "" || ast.IsExported(r) {
						names = append(names, folder+"."+strings.TrimPrefix(r+"."+f.Name.Name, "."))
					}
				}
			}
		}
	}
	slices.Sort(names)
	return names
}

// receiver names the type of a method; it is empty for a function.
func receiver(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return ""
	}
	of := f.Recv.List[0].Type
	if star, ok := of.(*ast.StarExpr); ok {
		of = star.X
	}
	switch generic := of.(type) {
	case *ast.IndexExpr:
		of = generic.X
	case *ast.IndexListExpr:
		of = generic.X
	}
	name, ok := of.(*ast.Ident)
	if !ok {
		return ""
	}
	return name.Name
}
