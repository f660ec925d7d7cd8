package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// like are files with the places that are changed, and nothing else.
var like = map[string]map[string]string{
	sp1Place: {
		"main.go": "package main\n" +
			strings.Repeat("\n//export A\nfunc A(a *C.char) *C.C_Proof {\n", 7) +
			strings.Repeat("\n//export B\nfunc B(b *C.char) *C.char {\n", 5) +
			strings.Repeat("\ttestMutex.Lock()\n\tb()\n\ttestMutex.Unlock()\n", 2),
		"sp1/prove_groth16.go": "package sp1\n\t\"bufio\"\n" +
			"\t// Read the R1CS.\n\tread()\n\t// Read the file.\n" +
			"\tproof, err := groth16.Prove(globalR1cs, globalPk, witness)\n",
		"sp1/prove_plonk.go": "package sp1\n\t\"bufio\"\n" +
			"\t\"github.com/consensys/gnark/backend/plonk\"\n" +
			"\t// Read the R1CS.\n\tread()\n\t// Read the file.\n" +
			"\tpublicWitness, err := w.Public()\n\tproof, err := plonk.Prove(scs, pk, witness)\n" +
			"\t// Verify proof.\n\tverify()\n\treturn proof\n",
		"sp1/verify.go":        "package sp1\n" + strings.Repeat("vk.ReadFrom(file)\n", 4),
		"sp1/build.go":         "\tlog.Fatal(err)\n",
		"../build.rs":          "let tags = \"-tags=debug\";",
		"../src/ffi/native.rs": strings.Repeat("unsafe fn f(c_proof: *mut C_P) -> P {\n}\n", 2),
	},
	picoPlace: {
		"utils/constraints.go": "package utils\n\t_, err = pk.UnsafeReadFrom(f)\n" +
			"\t_, err = vk.UnsafeReadFrom(f)\n\t_, err = ccs.ReadFrom(f)\n",
		"server/main/main.go": "package main\n\tloadReady = true\n" +
			"func Prove(c echo.Context) error {\n\tpf, err := groth16.Prove(Ccs, Pk, w)\n",
		"sdk/common.go":        "package sdk\n\tpf, err := groth16.Prove(Ccs, Pk, w)\n",
		"sdk/koalabear_cmd.go": "package sdk\n\tpf, err := groth16.Prove(Ccs, Pk, w)\n",
		"sdk/babybear_cmd.go":  "package sdk\n\tpf, err := groth16.Prove(Ccs, Pk, w)\n",
		"sdk/main/main.go":     "package main\nfunc main() {\n",
	},
}

// TestChanges makes the changes in such files. None may be another.
func TestChanges(t *testing.T) {
	for place, all := range like {
		folder := filepath.Join(t.TempDir(), "go")
		tree := &tree{module: folder, out: folder}
		fill := func() {
			for name, content := range all {
				tree.write(name, []byte(content))
			}
		}
		fill()
		if tree.apply(changes[place]); tree.err != nil {
			t.Error(tree.err)
		}
		for name := range all {
			content, err := os.ReadFile(filepath.Join(folder, name))
			if err != nil || string(content) == all[name] {
				t.Errorf("%s is not changed: %v", name, err)
			}
			if name == "main.go" && (strings.Count(string(content), "failure = C.CString(") != 5 ||
				strings.Count(string(content), "{ kept.Report(\"A\", recover()) }()") != 7) {
				t.Errorf("panics cross the border:\n%s", content)
			}
		}
		for name := range all {
			tree.err = nil
			fill()
			tree.write(name, []byte("another"))
			if tree.apply(changes[place]); !errors.Is(tree.err, errPlace) {
				t.Errorf("%s is another: %v", name, tree.err)
			}
		}
	}
	if err := run(t.TempDir()); !errors.Is(err, errTree) {
		t.Error(err)
	}
}
