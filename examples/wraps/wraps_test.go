package main

import (
	"errors"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestChanges: in a file like SP1's main.go exported functions get what lets no panic through, and
// another file is refused. `make wraps` makes the changes of all files.
func TestChanges(t *testing.T) {
	folder := t.TempDir()
	tree := &tree{module: folder, out: folder}
	tree.write("main.go", []byte("package main\n"+
		strings.Repeat("\n//export A\nfunc A(a *C.char) *C.C_Proof {\n", 7)+
		strings.Repeat("\n//export B\nfunc B(b *C.char) *C.char {\n", 5)+
		strings.Repeat("\ttestMutex.Lock()\n\tb()\n\ttestMutex.Unlock()\n", 2)))
	var ofMain []change
	for _, c := range slices.Concat(changes[sp1Place], changes[picoPlace]) {
		regexp.MustCompile(c.pattern)
		if c.files == "main.go" {
			ofMain = append(ofMain, c)
		}
	}
	tree.apply(ofMain)
	content, err := os.ReadFile(tree.at("main.go"))
	if err = errors.Join(err, tree.err); err != nil {
		t.Fatal(err)
	}
	for want, n := range map[string]int{
		"failure = C.CString(": 5, "{ kept.Report(\"A\", recover()) }()": 7, keptPath: 1,
		"\tdefer testMutex.Unlock()": 2,
	} {
		if strings.Count(string(content), want) != n {
			t.Errorf("not %d times %s:\n%s", n, want, content)
		}
	}
	if tree.apply(ofMain); !errors.Is(tree.err, errPlace) {
		t.Errorf("changed twice: %v", tree.err)
	}
	if err := run(t.TempDir()); !errors.Is(err, errTree) {
		t.Error(err)
	}
}
