package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
)

const (
	library   = "github.com/gnark-accel/gnark-accel"
	thisOne   = library + "/examples/wraps"
	sp1Place  = "crates/recursion/gnark-ffi/go"
	picoPlace = "gnark"
)

var errPlace = errors.New("not what this program was written for")

// change replaces what a file of the module has as often as is expected. A change without a pattern
// adds a file of this program.
type change struct {
	file, pattern, text string
	count               int
}

const (
	imports = "$0\n\nimport \"" + thisOne + "/kept\""
	returns = "\n\tdefer func() {\n\t\tif err := kept.Why(recover()); err != nil {\n" +
		"\t\t\tfailure = "
	proves  = `(\(dataDir string, witnessPath string\) Proof {)$`
	asserts = "$0\n    assert!(!c_proof.is_null(), \"no proof: standard error says why\");"
)

// changes have the functions that prove and read replaced by ours: the others stay, unused. What is
// exported lets no panic through.
var changes = map[string][]change{
	sp1Place: {
		{"sp1/kept.go", "", "added/sp1.go.txt", 0},
		{"sp1/prove_groth16.go", `^func ProveGroth16` + proves, "func gnarksGroth16$1", 1},
		{"sp1/prove_plonk.go", `^func ProvePlonk` + proves, "func gnarksPlonk$1", 1},
		{"sp1/verify.go", `^package sp1$`, imports, 1},
		{"sp1/verify.go", `\b(\w+)\.ReadFrom\(`, "kept.MustRead($1, ", 4},
		{"sp1/build.go", `log\.Fatal\(`, "log.Panic(", 1}, // which ends no process
		{"main.go", `^package main$`, imports, 1},
		{"main.go", `^//export `, "$0", 12}, // of which there are seven and five:
		{"main.go", `^//export (\w+)\n(func .*\)( \*C\.C_\w+)? {)$`,
			"//export $1\n$2\n\tdefer func() { kept.Report(\"$1\", recover()) }()", 7},
		{"main.go", `^(//export \w+\nfunc .*\)) \*C\.char {$`,
			"$1 (failure *C.char) {" + returns + "C.CString(err.Error())\n\t\t}\n\t}()", 5},
		{"main.go", `^\ttestMutex\.Unlock\(\)\n`, "", 2},
		{"main.go", `^\ttestMutex\.Lock\(\)$`, "$0\n\tdefer testMutex.Unlock()", 2},
		{"../build.rs", `"-tags=debug"`, `"-tags=debug,cuda"`, 1},
		{"../src/ffi/native.rs", `^unsafe fn \w+\(c_proof: \*mut C_\w+\) -> \w+ {$`, asserts, 2},
	},
	picoPlace: {
		{"utils/kept.go", "", "added/pico.go.txt", 0},
		{"utils/constraints.go", `^func Read(ProvingKey|VerifyingKey|Ccs)\(filename string, `,
			"func gnarks$1(filename string, ", 3},
		{"server/main/main.go", `^package main$`, imports, 1},
		{"server/main/main.go", `groth16\.Prove\(`, "kept.Prove(", 1},
		{"server/main/main.go", `^\tloadReady = true$`,
			"\tif err := kept.Attach(*pkPath, Pk, Ccs); err != nil {\n" +
				"\t\tlog.Fatalf(\"fail to attach pk, err: %v\", err)\n\t}\n$0", 1},
		{"server/main/main.go", `^(func Prove\(c echo\.Context\)) error {$`,
			"$1 (failure error) {" + returns + "err\n\t\t}\n\t}()", 1},
		{"sdk/common.go", `^package sdk$`, imports, 1},
		{"sdk/common.go", `groth16\.Prove\(`, "kept.Prove(", 1},
		{"sdk/koalabear_cmd.go", `^package sdk$`, imports, 1},
		{"sdk/koalabear_cmd.go", `groth16\.Prove\(`, "kept.Prove(", 1},
		{"sdk/babybear_cmd.go", `^package sdk$`, imports, 1},
		{"sdk/babybear_cmd.go", `groth16\.Prove\(`, "kept.Prove(", 1},
		{"sdk/main/main.go", `^package main$`, imports, 1},
		{"sdk/main/main.go", `^func main\(\) {$`,
			"$0\n\tdefer func() { kept.Report(\"pico\", recover()) }()", 1},
	},
}

// apply makes changes in a folder. After an error the folder is to be copied again.
func apply(folder string, all []change) error {
	for _, c := range all {
		path := filepath.Join(folder, c.file)
		if c.pattern == "" {
			if err := unpack(c.text, path); err != nil {
				return err
			}
			continue
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		pattern := regexp.MustCompile("(?m)" + c.pattern)
		if n := len(pattern.FindAll(content, -1)); n != c.count {
			return fmt.Errorf("%s: %w: %d times %s, not %d", path, errPlace, n, c.pattern, c.count)
		}
		content = pattern.ReplaceAll(content, []byte(c.text))
		if err := os.WriteFile(path, content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// unpack writes a file of this program.
func unpack(name, to string) error {
	content, err := files.ReadFile(name)
	if err != nil {
		return err
	}
	return os.WriteFile(to, content, 0o644)
}
