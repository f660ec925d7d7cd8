package layers

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// function is a function of a package, or all its methods of one name.
type function struct {
	locks []string // fields that it locks for reading
	calls []string // names of the functions that it may call
}

// TestNoReadLockTwice keeps recursive read locks out. A goroutine that holds one and asks again
// waits for ever once another goroutine waits for the write lock in between. Within a package no
// function that locks a field for reading may call, through whatever others, one that locks a field
// of that name. Calls count by name: of functions, of methods of the receiver, and of methods that
// are not exported. Values that are used across packages have lifetimes, which may be nested.
func TestNoReadLockTwice(t *testing.T) {
	packages := map[string]map[string]*function{}
	files := token.NewFileSet()
	locks := 0
	for _, name := range sources(t, ".go") {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(files, filepath.Join(root, name), read(t, name), 0)
		if err != nil {
			t.Fatal(err)
		}
		folder := path.Dir(name)
		if packages[folder] == nil {
			packages[folder] = map[string]*function{}
		}
		locks += collect(packages[folder], file)
	}
	if locks == 0 {
		t.Error("no function locks for reading: is the test looking for the right thing?")
	}
	for folder, functions := range packages {
		for _, chain := range recursions(functions) {
			t.Errorf("%s: %s may lock %s", folder, strings.Join(chain, " → "), "for reading twice")
		}
	}
}

// TestReadLockTwiceIsFound finds the recursion of an example, and none where there is none.
func TestReadLockTwiceIsFound(t *testing.T) {
	for body, want := range map[string]int{
		"func (a *A) f() { a.m.RLock(); a.g() }\nfunc (a *A) g() { h() }\n" +
			"func h() { x.m.RLock() }": 1,
		"func (a *A) f() { a.m.RLock(); use(a.g) }\nfunc (a *A) g() { a.m.RLock() }":  1,
		"func (a *A) f() { a.m.RLock(); a.g() }\nfunc (a *A) g() { a.other.RLock() }": 0,
		"func (a *A) f() { a.m.RLock() }\nfunc (a *A) g() { a.f() }":                  0,
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+body, 0)
		if err != nil {
			t.Fatal(err)
		}
		functions := map[string]*function{}
		collect(functions, file)
		if got := recursions(functions); len(got) != want {
			t.Errorf("found %v in\n%s", got, body)
		}
	}
}

// collect adds the functions of a file, and returns the number of their read locks.
func collect(functions map[string]*function, file *ast.File) (locks int) {
	for _, d := range file.Decls {
		declared, ok := d.(*ast.FuncDecl)
		if !ok || declared.Body == nil {
			continue
		}
		f := functions[declared.Name.Name]
		if f == nil {
			f = new(function)
			functions[declared.Name.Name] = f
		}
		ast.Inspect(declared.Body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				if n.Sel.Name == "RLock" || n.Sel.Name == "TryRLock" {
					f.locks = append(f.locks, lastName(n.X))
					locks++
				}
				if !n.Sel.IsExported() || isReceiver(declared, n.X) {
					f.calls = append(f.calls, n.Sel.Name)
				}
			case *ast.CallExpr:
				if called, ok := n.Fun.(*ast.Ident); ok {
					f.calls = append(f.calls, called.Name)
				}
			}
			return true
		})
	}
	return locks
}

// isReceiver reports whether an expression is the receiver of a method.
func isReceiver(method *ast.FuncDecl, x ast.Expr) bool {
	name, ok := x.(*ast.Ident)
	return ok && method.Recv != nil && len(method.Recv.List[0].Names) == 1 &&
		method.Recv.List[0].Names[0].Name == name.Name
}

// lastName is the last name of an expression such as a.b.c.
func lastName(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.SelectorExpr:
		return x.Sel.Name
	case *ast.Ident:
		return x.Name
	}
	return ""
}

// recursions returns the chains of calls from one lock to another of its field.
func recursions(functions map[string]*function) (chains [][]string) {
	for name, f := range functions {
		for _, field := range f.locks {
			seen := map[string]bool{}
			var follow func(chain []string, f *function)
			follow = func(chain []string, f *function) {
				for _, next := range f.calls {
					g := functions[next]
					if g == nil || seen[next] {
						continue
					}
					seen[next] = true
					chain := append(slices.Clone(chain), next)
					if slices.Contains(g.locks, field) {
						chains = append(chains, chain)
						continue
					}
					follow(chain, g)
				}
			}
			follow([]string{name}, f)
		}
	}
	return chains
}
