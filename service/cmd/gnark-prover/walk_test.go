package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/gnark-accel/gnark-accel/service/internal/example"
)

// servicePage is the page that newcomers follow.
const servicePage = "../../../docs/service.md"

// commandsUnder returns the commands of the page under a heading, as one line each.
func commandsUnder(t *testing.T, heading string) (commands []string) {
	t.Helper()
	content, err := os.ReadFile(servicePage)
	if err != nil {
		t.Fatal(err)
	}
	_, chapter, found := strings.Cut(string(content), "\n## "+heading+"\n")
	if !found {
		t.Fatalf("the page has no heading %q", heading)
	}
	chapter, _, _ = strings.Cut(chapter, "\n## ")
	chapter = regexp.MustCompile(`\\\n *`).ReplaceAllString(chapter, "")
	for line := range strings.Lines(chapter) {
		if command, found := strings.CutPrefix(line, "    "); found {
			commands = append(commands, strings.TrimSpace(command))
		}
	}
	return commands
}

// shell runs a command line as the page's reader does, and returns what it prints.
func shell(t *testing.T, folder, command string) string {
	t.Helper()
	sh := exec.CommandContext(t.Context(), "sh", "-c", command)
	var errOut bytes.Buffer
	sh.Dir, sh.Stderr = folder, &errOut
	out, err := sh.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s%s", command, err, out, &errOut)
	}
	return string(out)
}

// needCurl skips a test where there is no curl.
func needCurl(t *testing.T) {
	t.Helper()
	for _, program := range []string{"sh", "curl"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("there is no %s", program)
		}
	}
}

// TestFromCloneToProof runs the two commands of the page's first chapter, with a folder and ports
// of its own.
func TestFromCloneToProof(t *testing.T) {
	needCurl(t)
	commands := commandsUnder(t, "From a clone to a proof")
	if len(commands) != 2 {
		t.Fatalf("the chapter has %d commands: %q", len(commands), commands)
	}
	const program = "go -C service run -tags cuda ./cmd/gnark-prover serve "
	const itsFolder = "/tmp/prover"
	arguments, found := strings.CutPrefix(commands[0], program)
	if !found {
		t.Fatalf("the first command is %s", commands[0])
	}
	folder := filepath.Join(t.TempDir(), "prover")
	own := strings.NewReplacer(itsFolder, folder)
	_, url, curl := startServe(t, strings.Fields(own.Replace(arguments))...)
	own = strings.NewReplacer(itsFolder, folder, "http://127.0.0.1:8080", url)
	if want := own.Replace(commands[1]); curl != want {
		t.Errorf("serve prints\n%s\nand the page has\n%s", curl, want)
	}
	if got := stateOf(t, shell(t, folder, curl)); got != "done" {
		t.Errorf("the job is %s", got)
	}
}

// stateOf returns the state of a job that curl has printed.
func stateOf(t *testing.T, printed string) string {
	t.Helper()
	var job struct{ State string }
	if err := json.Unmarshal([]byte(printed), &job); err != nil {
		t.Fatalf("%v: %s", err, printed)
	}
	return job.State
}

// TestWithCurl runs the commands of the page's chapter on curl, one after the other. gnark verifies
// the proof that the fourth one writes.
func TestWithCurl(t *testing.T) {
	needCurl(t)
	commands := commandsUnder(t, "With curl")
	if len(commands) != 6 {
		t.Fatalf("the chapter has %d commands: %q", len(commands), commands)
	}
	folder := t.TempDir()
	data := filepath.Join(folder, "prover")
	_, url, _ := startServe(t, "-folder", data)
	e := writeExample(t, folder)
	settings := strings.NewReplacer("/tmp/prover", data, "http://127.0.0.1:8080", url).
		Replace(commands[0]) + "\n"
	id := ""
	curl := func(command, options string) string {
		command = strings.Replace(command, "curl", "curl --silent --show-error "+options, 1)
		return shell(t, folder, settings+strings.Replace(command, "jobs/ID", "jobs/"+id, 1))
	}
	curl(commands[1], "--fail-with-body")
	var job struct{ ID string }
	if err := json.Unmarshal([]byte(curl(commands[2], "--fail-with-body")), &job); err != nil {
		t.Fatal(err)
	}
	id = job.ID
	if got := stateOf(t, curl(commands[3], "--fail-with-body")); got != "done" {
		t.Fatalf("the job is %s", got)
	}
	curl(commands[4], "--fail-with-body")
	file, err := os.Open(filepath.Join(folder, "proof.bin"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	proof := groth16.NewProof(ecc.BN254)
	if _, err := proof.ReadFrom(file); err != nil {
		t.Fatal(err)
	}
	if err := e.Verify(proof); err != nil {
		t.Error(err)
	}
	if got := curl(commands[5], "--write-out ' %{http_code}'"); !strings.HasSuffix(got, " 409") {
		t.Errorf("a job that is done is cancelled: %s", got)
	}
}

// writeExample writes the files of a small circuit that the page speaks of.
func writeExample(t *testing.T, folder string) *example.Example {
	t.Helper()
	e, err := example.MiMC(400)
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]io.WriterTo{
		"transfer.ccs": e.System, "transfer.pk": e.PK, "transfer.vk": e.VK,
		"witness.bin": e.Witness,
	} {
		file, err := os.Create(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := content.WriteTo(file); err != nil {
			t.Fatal(err)
		}
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return e
}
