package pages

import (
	"context"
	"maps"
	"os"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// form is a printed command's way through the tests. Its zero value runs it as printed.
type form struct {
	short    string   // run in its place
	slow     bool     // with -short it is not run
	emulated bool     // on the emulated device; without its library it is not run
	prints   []string // patterns, all of which the output has to match
}

// example runs examples/circuits in seconds.
const example = "go run -tags cuda ./examples/circuits -constraints 64 -proofs 1 "

// commands has all printed commands but bench's and gnark-prover's, whose help is asked.
var commands = map[string]form{
	"go run -tags cuda ./examples/circuits": {short: example, prints: []string{`verified +1/1`}},
	"go run -tags cuda ./examples/circuits -constraints 262144 -backend cuda -compare": {
		short: example + "-min-size 1 -backend cuda -compare", emulated: true,
		prints: []string{`(?s)speed-up +\d.*\(cuda\)`},
	},
	"go run ./examples/circuits -constraints 1024": {prints: []string{`verified +\d`}},
	"go run -tags cuda ./examples/circuits -constraints 256 -min-size 1 -backend cuda": {
		short: example + "-min-size 1 -backend cuda", emulated: true, prints: []string{`\(cuda\)`},
	},
	"go run ./examples/circuits -list":         {prints: []string{`(?m)^mimc `}},
	"go doc ./examples/circuits/catalog ECMul": {prints: []string{`ECMul`}},
	"go run ./examples/circuits -count 1,2,4 -circuit ecmul": {
		short: "go run ./examples/circuits -count 1 -circuit ecmul", slow: true,
		prints: []string{`\| ecmul \|`},
	},
	"go run ./examples/circuits -count 1,2,16,128 -circuit apk": {
		short: "go run ./examples/circuits -count 1 -circuit apk", slow: true,
		prints: []string{`\| apk \|`},
	},
	"go run -tags cuda ./examples/circuits -circuit batch-append -size 64 -compare": {
		short: "go run ./examples/circuits -list | grep batch-append && go run -tags cuda " +
			"./examples/circuits -proofs 1 -circuit mimc -size 1 -compare",
		prints: []string{`speed-up`},
	},
	"go run ./examples/circuits -plan -constraints 1000000 -memory-limit 2G": {
		short: "go run ./examples/circuits -plan -constraints 1000 -memory-limit 2G",
	},
	"go run ./examples/drop-in/before": {prints: []string{"the proof is valid"}},
	"go run ./examples/drop-in/after":  {prints: []string{"the proof is valid"}},
	"go doc -all ./accel":              {prints: []string{"func Open"}},
	"go list -f '{{.ImportPath}}: {{.Doc}}' ./...": {
		prints: []string{`/accel: Package accel opens`},
	},

	"go build -tags cuda": {
		short: "go build -tags cuda ./examples/drop-in/...",
	},
	"CGO_ENABLED=0 go build -tags cuda": {
		short: "CGO_ENABLED=0 go build -tags cuda ./examples/drop-in/...",
	},

	"go test ./internal/tests/layers": {short: "go test -list . ./internal/tests/layers"},
	"go test ./internal/curve":        {},
	"go test ./internal/tests/versions": {
		short: "go test -list . ./internal/tests/versions", prints: []string{`TestForks`},
	},
	"go run ./internal/kernelbuild check": {},
	"go test ./internal/kernelbuild": {
		short: "go test -list . ./internal/kernelbuild", slow: true,
	},
	"go test -tags cuda ./accel/bn254": {
		short: "go test -short -tags cuda -run Example ./accel/bn254", slow: true, emulated: true,
	},
	"go test -tags cuda ./accel/cuda/...": {
		short: "go test -short -tags cuda -run Plan ./accel/cuda/...", slow: true, emulated: true,
	},
	"go test ./hooks/newest -timeout 0 -samples 1000000": {
		short: "go test ./hooks/newest -run Vectors -timeout 0 -samples 10",
	},
	"GNARK_ACCEL_LONG=1 go test -timeout 0 -v ./internal/tests/equality -gnark v0.15.0": {
		short: "go test -timeout 0 -list . ./internal/tests/equality", slow: true,
		prints: []string{`Test`},
	},
	"go -C service test ./internal/api -run InBrowser -args -pictures $PWD/build/page": {
		short: "go -C service test ./internal/api -list InBrowser", slow: true,
	},
	"go -C service test -timeout 0 -run TestDrill -v ./cmd/gnark-prover -args -drill " +
		"'-jobs 10000'": {short: "go -C service test -list TestDrill ./cmd/gnark-prover",
		slow: true, prints: []string{`TestDrill`}},
	"go -C service test -bench Jobs ./internal/jobs": {
		short: "go -C service test -run '^$' -bench Jobs -benchtime 1x ./internal/jobs", slow: true,
	},
	"go -C service run ./cmd/gnark-prover demo": {
		short: "go -C service run ./cmd/gnark-prover demo -constraints 400", slow: true,
		prints: []string{`"verified": true`},
	},
	"export GNARK_ACCEL_CUDA_DRIVER=$PWD/build/libcuda_emulator.so": {},

	"make":           {prints: []string{`(?m)^ +test +\w`}},
	"make resources": {prints: []string{`registers`}},
	"make demo":      {slow: true, prints: []string{`"verified": true`}},
}

// notRun are the other commands, by the reason why they are not run here. Their syntax is checked,
// and the syntax of the commands that they call.
var notRun = map[string][]string{
	"TestLogSamples, TestSizes, and tests of examples/linked and gnark-prover run it": {
		"go run ./examples/circuits -v -min-size 1 -constraints 300 -proofs 1",
		"go run -tags cuda ./examples/circuits -v -min-size 1 -constraints 300 -proofs 1",
		"go run -tags cuda ./examples/drop-in/after", "make sizes",
		"CGO_ENABLED=1 go build -tags cuda -buildmode=c-archive -o build/linked.a " +
			"./examples/linked",
		"go -C service build -tags cuda -o /tmp/gnark-prover ./cmd/gnark-prover; " +
			"export GNARK_PROVER_FOLDER=/tmp/prover",
	},
	"it needs the network": {
		"go mod tidy", "go get", "go get github.com/gnark-accel/gnark-accel",
		"go get github.com/gnark-accel/gnark-accel@VERSION",
		"go get github.com/consensys/gnark-crypto@v0.19.0", "make toolkit", "make sbom",
		"make versions", "make floor", "make equality", "make upstream FROM=folder",
		"go mod edit -replace github.com/gnark-accel/gnark-accel=../gnark-accel",
	},
	"it takes minutes or hours, whatever it is told": {
		"go vet",
		"GNARK_ACCEL_CUDA_DRIVER=$PWD/build/libcuda_emulator.so go test -tags cuda ./...",
		"make test-bench", "make check", "make cross", "make test-long", "make test-sanitizer",
		"make test-emulator emulator", "make emulator", "make soak", "make soak-race SOAK=2000",
		"make soak-sums", "make coverage", "make bench", "scripts/campaign.sh", "scripts/sweep.sh",
	},
	"this test is a part of it": {
		"go test ./internal/tests/pages", "make test", "make test-ci", "make check cross test",
		".ci/run",
	},
	"it writes files of the repository": {"make format", "make generate"},
	"it needs nvcc 11.8": {
		"make kernels", "make generate kernels", "make verify-kernels",
		"make gpu-bundle",
		"GOARCH=arm64 make gpu-bundle", "make release",
	},
	"it needs a GPU and its driver": {
		"nvidia-smi", "nvidia-smi -L", "nvidia-smi -q -d ECC",
		"nvidia-smi --query-compute-apps=pid,used_memory --format=csv",
	},
	"it needs another host": {"scp -r gpu-bundle host:", "ssh host gpu-bundle/run.sh"},
	"it needs docker, and a registry": {
		"docker build -f examples/drop-in/Dockerfile -t drop-in .",
		"docker run --rm --gpus all drop-in",
	},
	"make gpu-bundle does that": {
		`go build -tags cuda -ldflags "-X $R=$(git describe --always --dirty)" .`,
	},
}

// programs begin the commands of pages.
var programs = []string{"go", "make", "docker", "nvidia-smi", "scp", "ssh", "curl", "export",
	"scripts/campaign.sh", "scripts/sweep.sh", ".ci/run", "bench", "gnark-prover"}

// names in backquotes are no commands.
var names = []string{"go", "bench", "gnark-prover"}

// withComment, assigned and inBackquotes take commands apart.
var (
	withComment  = regexp.MustCompile(` +# .*`)
	assigned     = regexp.MustCompile(`^(?:\w+=\S+ )+`)
	inBackquotes = regexp.MustCompile("`([^`\n]+)`")
	fences       = regexp.MustCompile("(?s)```.*?```")
)

// printed returns the commands of a page. They are on indented lines, or in backquotes where they
// have arguments. Commands behind a cd are run in its folder, and those on bench's pages in bench.
func printed(page, text string) (all []string) {
	own := ""
	if strings.HasPrefix(page, "bench/") {
		own = "-C bench "
	}
	folder := own
	text = strings.ReplaceAll(fences.ReplaceAllString(text, ""), "\\\n", "")
	for line := range strings.Lines(text) {
		command, indented := strings.CutPrefix(line, "    ")
		if !indented {
			folder = own
			for _, quoted := range inBackquotes.FindAllStringSubmatch(line, -1) {
				if isCommand(quoted[1]) && !slices.Contains(names, quoted[1]) {
					all = append(all, quoted[1])
				}
			}
			continue
		}
		command = strings.TrimSpace(withComment.ReplaceAllString(command, ""))
		if to, found := strings.CutPrefix(command, "cd "); found {
			folder = "-C " + to + " "
		} else if isCommand(command) && !strings.Contains(command, "   ") { // else it is a table
			all = append(all, strings.Replace(command, "go run", "go "+folder+"run", 1))
		}
	}
	return all
}

func isCommand(text string) bool {
	first, _, _ := strings.Cut(assigned.ReplaceAllString(text, ""), " ")
	return slices.Contains(programs, first)
}

// ofProgram finds calls of bench and gnark-prover, by name or by go run.
var ofProgram = regexp.MustCompile(
	`^(?:go -C (?:bench run (?:-tags cuda )?\.|service run (?:-tags cuda )?\./cmd/gnark-prover)` +
		`|bench|gnark-prover) ((?:circuits )?[a-z]+)(.*)$`)

// TestPrintedCommands runs each command that a page prints, or a short form.
func TestPrintedCommands(t *testing.T) {
	left, named := map[string]bool{}, map[string]bool{}
	for _, all := range notRun {
		for _, command := range all {
			left[command] = true
		}
	}
	for page, text := range pages(t) {
		for _, command := range printed(page, text) {
			f, known := commands[command]
			if !known && ofProgram.MatchString(command) {
				f, known = helpOf(command), true
			}
			// The service's tests of the page run its chapters with curl.
			curl := page == "docs/service.md" && strings.HasPrefix(command, "curl")
			switch {
			case named[command] || curl:
			case left[command]:
				t.Run(command, func(t *testing.T) { checkSyntax(t, command) })
			case known:
				t.Run(command, func(t *testing.T) { f.check(t, command) })
			default:
				t.Errorf("%s prints %q, and no test runs it", page, command)
			}
			named[command] = true
		}
	}
	for _, command := range slices.Concat(slices.Collect(maps.Keys(left)),
		slices.Collect(maps.Keys(commands))) {
		if !named[command] {
			t.Errorf("no page prints %q", command)
		}
	}
}

// helpOf asks a program for the help of a command. The help has to have its flags.
func helpOf(command string) form {
	parts := ofProgram.FindStringSubmatch(command)
	program := "go -C bench run . "
	if strings.Contains(command, "gnark-prover") {
		program = "go -C service run ./cmd/gnark-prover "
	}
	f := form{short: program + parts[1] + " -h 2>&1 || true", slow: true}
	flags := regexp.MustCompile(` (-[a-z][a-z-]*)`)
	for _, flag := range flags.FindAllStringSubmatch(parts[2], -1) {
		f.prints = append(f.prints, `(?m)^ +-?`+flag[1]+`\b`)
	}
	return f
}

// check runs a command.
func (f form) check(t *testing.T, command string) {
	if f.slow && testing.Short() {
		t.Skip("slow")
	}
	if f.short != "" {
		command = f.short
	}
	out := shell(t, command, f.emulated)
	for _, pattern := range f.prints {
		if !regexp.MustCompile(pattern).MatchString(out) {
			t.Errorf("%s prints\n%s\nexpected %s", command, out, pattern)
		}
	}
}

// checkSyntax has a shell, and make, read a command that they do not run.
func checkSyntax(t *testing.T, command string) {
	t.Helper()
	shell(t, "bash -n <<'END'\n"+command+"\nEND", false)
	program, rest, _ := strings.Cut(assigned.ReplaceAllString(command, ""), " ")
	switch {
	case program == "make":
		shell(t, "make -n "+rest, false)
	case strings.Contains(program, "/"):
		shell(t, "bash -n "+program, false)
	}
}

// emulator is the library of the emulated device.
const emulator = "build/libcuda_emulator.so"

// shell runs a command line in the root, and returns its output. The settings of these tests do not
// concern it.
func shell(t *testing.T, command string, emulated bool) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Minute)
	defer cancel()
	sh := exec.CommandContext(ctx, "bash", "-c", command)
	sh.Dir = root
	for _, variable := range os.Environ() {
		if !regexp.MustCompile(`^(GNARK|MAKE|MFLAGS)`).MatchString(variable) {
			sh.Env = append(sh.Env, variable)
		}
	}
	if emulated {
		if !exists(emulator) {
			t.Skipf("there is no %s: make emulator", emulator)
		}
		working, err := os.Getwd()
		if err != nil {
			t.Fatal(err)
		}
		sh.Env = append(sh.Env, "GNARK_ACCEL_CUDA_DRIVER="+path.Join(working, root, emulator))
	}
	out, err := sh.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", command, err, out)
	}
	return string(out)
}
