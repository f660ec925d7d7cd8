package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/groth16"
	"github.com/gnark-accel/gnark-accel/service/internal/drilltest"
	"github.com/gnark-accel/gnark-accel/service/internal/secrets"
	"github.com/gnark-accel/gnark-accel/service/internal/servicetest"
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

// shell runs a command line as the page's reader does, and returns its output.
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

func needCurl(t *testing.T) {
	t.Helper()
	for _, program := range []string{"sh", "curl"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("there is no %s", program)
		}
	}
}

// TestFromCloneToProof runs the two commands of the page's first chapter. It uses a folder and
// ports of its own.
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
	s := serveAt(t, folder, anyPort, strings.Fields(own.Replace(arguments))...)
	defer s.stop()
	own = strings.NewReplacer(itsFolder, folder, "http://127.0.0.1:8080", s.http)
	if want := own.Replace(commands[1]); s.curl != want {
		t.Errorf("serve prints\n%s\nand the page has\n%s", s.curl, want)
	}
	isDone(t, shell(t, folder, s.curl))
}

// isDone fails the test unless curl has printed a job that is done.
func isDone(t *testing.T, printed string) {
	t.Helper()
	var job struct{ State string }
	if err := json.Unmarshal([]byte(printed), &job); err != nil || job.State != "done" {
		t.Fatalf("%v: %s", err, printed)
	}
}

// TestWithCurl runs the commands of the page's chapter on curl, one after the other. gnark verifies
// the proof that the fourth one writes.
func TestWithCurl(t *testing.T) {
	needCurl(t)
	commands := commandsUnder(t, "With curl")
	if len(commands) != 8 {
		t.Fatalf("the chapter has %d commands: %q", len(commands), commands)
	}
	folder := t.TempDir()
	data := filepath.Join(folder, "prover")
	s := serveAt(t, data, anyPort, "-example")
	defer s.stop()
	e := writeExample(t, folder)
	settings := strings.NewReplacer("/tmp/prover", data, "http://127.0.0.1:8080", s.http).
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
	isDone(t, curl(commands[3], "--fail-with-body"))
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
	if got := curl(commands[5], "--fail-with-body"); got != "{\"jobs\":[]}\n" {
		t.Errorf("the jobs that failed are %s", got)
	}
	if got := curl(commands[6], "--write-out ' %{http_code}'"); !strings.HasSuffix(got, " 409") {
		t.Errorf("a job that is done is cancelled: %s", got)
	}
	curl(commands[7], "--fail-with-body")
}

// asPrinted runs a command of the page in this process, with some words replaced.
func asPrinted(t *testing.T, command string, others *strings.Replacer) string {
	t.Helper()
	words := strings.Fields(others.Replace(command))
	if filepath.Base(words[0]) != "gnark-prover" {
		t.Fatalf("the page has %s", command)
	}
	printed, err := commanded(t, words[1:]...)
	if err != nil {
		t.Fatalf("%s: %v\n%s", command, err, printed)
	}
	return printed
}

// TestCommands runs the commands of the page's chapter on them beside a service. It does so with a
// certificate and without, in a folder with the files that they name. The first one builds the
// program and names the service's folder, by which alone the others find it. A tenant's key does as
// well.
func TestCommands(t *testing.T) {
	commands := commandsUnder(t, "The commands")
	build, folder, _ := strings.Cut(commands[0], "; export ")
	const want = "go -C service build -tags cuda -o /tmp/gnark-prover ./cmd/gnark-prover"
	if build != want {
		t.Errorf("the page has %s, not %s", build, want)
	}
	for _, secured := range []bool{false, true} {
		t.Chdir(t.TempDir())
		writeExample(t, ".")
		var arguments []string
		if secured {
			certificate, key := certify(t, ".")
			arguments = []string{"-tls-cert", certificate, "-tls-key", key}
		}
		data := filepath.Join(t.TempDir(), "data")
		t.Cleanup(serveAt(t, data, anyPort, arguments...).stop)
		if name, value, _ := strings.Cut(folder, "="); value == "/tmp/prover" {
			t.Setenv(name, data)
		}
		for _, command := range append(commands[1:], "gnark-prover status -tenant default",
			"gnark-prover key -tenant default a.key", "gnark-prover status -key a.key") {
			asPrinted(t, command, strings.NewReplacer())
		}
		if _, err := os.Stat("proof.bin"); err != nil {
			t.Error(err)
		}
	}
}

// TestFleet runs the commands of the page's chapters on fleets and tenants: a server that does not
// prove, with a certificate and two tenants, a worker, and the key of a tenant.
func TestFleet(t *testing.T) {
	fleet, tenants := commandsUnder(t, "A fleet"), commandsUnder(t, "Tenants")
	t.Chdir(t.TempDir())
	certify(t, ".")
	list := `[{"name":"default","token":"0123456789abcdef"},
		{"name":"acme","token":"fedcba9876543210","share":3}]`
	if err := secrets.WritePrivate("data/tenants.json", []byte(list)); err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(servicetest.FreeAddress(t))
	address := "127.0.0.1:" + port // which the certificate names
	own := strings.NewReplacer("10.0.0.1:4222", address, "TOKEN", "0123456789abcdef",
		"-key service.key", "-key data/service.key", "/var/lib/gnark-prover", "data")
	serve := strings.Fields(own.Replace(fleet[0]))
	defer serveAt(t, "data", address, serve[2:]...).stop()
	work := strings.Fields(own.Replace(fleet[1]))
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- run(ctx, append(work[1:], "-tls-ca", "cert.pem"), io.Discard, io.Discard)
	}()
	servicetest.Eventually(t, func() bool {
		printed, err := commanded(t, "status", "-folder", "data")
		return err == nil && strings.Contains(printed, `"host"`)
	})
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	asPrinted(t, tenants[0], own)
	if _, err := secrets.Read("acme.key"); err != nil {
		t.Error(err)
	}
}

// writeExample writes the files of a small circuit that the page speaks of.
func writeExample(t *testing.T, folder string) *drilltest.Example {
	t.Helper()
	e := drilltest.NewExample(t, "mimc", 400)
	for name, content := range map[string]io.WriterTo{
		"transfer.ccs": e.System, "transfer.pk": e.PK.(io.WriterTo),
		"transfer.vk": e.VK.(io.WriterTo), "witness.bin": e.Full,
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
