package hostile

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gnark-accel/gnark-accel/internal/curves"
)

// TestEveryFunctionHasARow fails for an exported function that has no row in the table, and for a
// row without a function. Packages of other curves must export the same as BN254's.
func TestEveryFunctionHasARow(t *testing.T) {
	want := slices.Sorted(maps.Keys(functions))
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
		for _, c := range curves.All() {
			sibling := strings.ReplaceAll(strings.Join(of(c.Folder()), "\n"), c.Folder(), "bn254")
			if sibling != strings.Join(first, "\n") {
				t.Errorf("%s of %s exports other functions than that of bn254", family, c.Folder())
			}
		}
	}
	for scheme, home := range map[string]string{
		"hooks/groth16": "internal/protocol", "hooks/plonk": "internal/prover",
	} {
		// Curves have aliases of this package's types.
		for _, name := range exported(t, scheme+"/"+home) {
			_, method, ok := strings.Cut(name, ".Accelerator.")
			if ok {
				got = append(got, scheme+"/bn254.Accelerator."+method)
			}
		}
	}
	slices.Sort(got)
	for _, name := range got {
		if _, ok := functions[name]; !ok {
			t.Errorf("%s has no row", name)
		}
	}
	for _, name := range want {
		if _, ok := slices.BinarySearch(got, name); !ok {
			t.Errorf("a row for %s, which there is not", name)
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
