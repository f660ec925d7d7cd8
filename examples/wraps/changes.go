package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

const (
	library   = "github.com/gnark-accel/gnark-accel"
	keptPath  = library + "/examples/wraps/kept"
	sp1Place  = "crates/recursion/gnark-ffi/go"
	picoPlace = "gnark"
)

var errPlace = errors.New("not what this program was written for")

// change replaces what files of the module have as often as is expected. They import kept where the
// text names it.
type change struct {
	files, pattern, text string
	count                int
}

const (
	returns = "\n\tdefer func() {\n\t\tif err := kept.Why(recover()); err != nil {\n" +
		"\t\t\tfailure = "
	asserts = "$0\n    assert!(!c_proof.is_null(), \"no proof: standard error says why\");"
)

// changes have functions of ours prove and read. What is exported lets no panic through.
var changes = map[string][]change{
	sp1Place: {
		{"sp1/prove_groth16.go sp1/prove_plonk.go", `^\t"bufio"\n`, "", 1},
		{"sp1/prove_groth16.go sp1/prove_plonk.go",
			`(?s)\t// Read the R1CS\..*(\t// Read the file\.)`, "$1", 1},
		{"sp1/prove_groth16.go", `groth16\.Prove\(globalR1cs, globalPk, `, "kept.Groth16(kept.In(" +
			"dataDir, groth16CircuitPath, groth16PkPath, groth16VkPath), ", 1},
		{"sp1/prove_plonk.go", `^\t"github\.com/consensys/gnark/backend/plonk"\n`, "", 1},
		{"sp1/prove_plonk.go", `(?s)\tpublicWitness, err.*plonk\.Prove\(scs, pk, `,
			"\tproof, err := kept.PLONK(kept.In(" +
				"dataDir, plonkCircuitPath, plonkPkPath, plonkVkPath), ", 1},
		{"sp1/prove_plonk.go", `(?s)\t// Verify proof\..*(\treturn)`, "$1", 1}, // kept does
		{"sp1/verify.go", `\b(\w+)\.ReadFrom\(`, "kept.MustRead($1, ", 4},
		{"sp1/build.go", `log\.Fatal\(`, "log.Panic(", 1}, // which ends no process
		{"main.go", `^//export `, "$0", 12},               // of which there are seven and five:
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
		{"utils/constraints.go", `_, err = pk\.UnsafeReadFrom\(f\)`,
			"err = kept.ReadKey(filename, pk)", 1},
		{"utils/constraints.go", `_, err = (vk|ccs)\.(Unsafe)?ReadFrom\(f\)`,
			"err = kept.Read(filename, $1)", 2},
		{"server/main/main.go sdk/common.go sdk/koalabear_cmd.go sdk/babybear_cmd.go",
			`groth16\.Prove\(`, "kept.Prove(", 1},
		{"server/main/main.go", `^(func Prove\(c echo\.Context\)) error {$`,
			"$1 (failure error) {" + returns + "err\n\t\t}\n\t}()", 1},
		{"sdk/main/main.go", `^func main\(\) {$`,
			"$0\n\tdefer func() { kept.Report(\"pico\", recover()) }()", 1},
	},
}

// apply makes changes. After an error the files are to be copied again.
func (t *tree) apply(all []change) {
	for _, c := range all {
		for file := range strings.FieldsSeq(c.files) {
			if t.err == nil {
				t.err = c.apply(filepath.Join(t.module, file))
			}
		}
	}
}

var packageLine = regexp.MustCompile(`(?m)^package \w+$`)

func (c *change) apply(path string) error {
	content, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	pattern := regexp.MustCompile("(?m)" + c.pattern)
	if n := len(pattern.FindAll(content, -1)); n != c.count {
		return fmt.Errorf("%s: %w: %d times %s, not %d", path, errPlace, n, c.pattern, c.count)
	}
	content = pattern.ReplaceAll(content, []byte(c.text))
	if strings.Contains(c.text, "kept.") && !bytes.Contains(content, []byte(keptPath)) {
		content = packageLine.ReplaceAll(content, []byte("$0\n\nimport \""+keptPath+"\""))
	}
	return os.WriteFile(path, content, 0o644)
}
