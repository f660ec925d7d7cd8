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
		"sp1/prove_groth16.go": "func ProveGroth16(dataDir string, witnessPath string) Proof {\n",
		"sp1/prove_plonk.go":   "func ProvePlonk(dataDir string, witnessPath string) Proof {\n",
		"sp1/verify.go":        "package sp1\n" + strings.Repeat("vk.ReadFrom(file)\n", 4),
		"sp1/build.go":         "\tlog.Fatal(err)\n",
		"../build.rs":          "let tags = \"-tags=debug\";",
		"../src/ffi/native.rs": strings.Repeat("unsafe fn f(c_proof: *mut C_P) -> P {\n}\n", 2),
	},
	picoPlace: {
		"utils/constraints.go": "func ReadProvingKey(filename string, pk K) error {\n" +
			"func ReadVerifyingKey(filename string, vk K) error {\n" +
			"func ReadCcs(filename string, ccs C) error {\n",
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
		fill(t, folder, all)
		if err := apply(folder, changes[place]); err != nil {
			t.Error(err)
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
			fill(t, folder, all)
			fill(t, folder, map[string]string{name: "another"})
			if err := apply(folder, changes[place]); !errors.Is(err, errPlace) {
				t.Errorf("%s is another: %v", name, err)
			}
		}
	}
	if err := run(t.TempDir()); !errors.Is(err, errTree) {
		t.Error(err)
	}
}

func fill(t *testing.T, folder string, all map[string]string) {
	t.Helper()
	for name, content := range all {
		name = filepath.Join(folder, name)
		err := os.MkdirAll(filepath.Dir(name), 0o755)
		if err = errors.Join(err, os.WriteFile(name, []byte(content), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
}
