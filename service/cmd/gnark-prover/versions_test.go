package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gnark-accel/gnark-accel/service/client"
	"github.com/gnark-accel/gnark-accel/service/internal/circuit"
	"github.com/gnark-accel/gnark-accel/service/internal/folder"
	"github.com/gnark-accel/gnark-accel/service/internal/servicetest"
)

// old has a worker and a client that another version of gnark is linked into.
type old struct {
	*testing.T
	version, folder string
	nats, key       string
}

// build builds the programs of servicetest/old in a module of their own, as users do.
func build(t *testing.T, version string) *old {
	o := &old{T: t, version: version, folder: t.TempDir()}
	root, err := filepath.Abs("../../..")
	if err == nil {
		err = os.CopyFS(o.folder, os.DirFS("../../internal/servicetest/old"))
	}
	if err != nil {
		t.Fatal(err)
	}
	const library = "github.com/gnark-accel/gnark-accel"
	module := fmt.Sprintf(`module example.com/old

go 1.25.0

require (
	github.com/consensys/gnark v%[1]s
	%[2]s v0.1.0
	%[2]s/service v0.1.0
)

replace %[2]s => %[3]s

replace %[2]s/service => %[3]s/service
`, version, library, root)
	sums, err := os.ReadFile("../../go.sum")
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{"go.mod": module, "go.sum": string(sums)} {
		if err := os.WriteFile(filepath.Join(o.folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	said := o.run("go", "build", "-o", "bin/", "./worker", "./client")
	if info := o.run("go", "version", "-m", "bin"); strings.Count(info, "gnark\tv"+version) != 2 {
		t.Fatalf("the programs have another gnark: %s%s", said, info)
	}
	return o
}

// run runs a program in the folder, and returns what it prints.
func (o *old) run(program string, arguments ...string) string {
	p := exec.CommandContext(o.Context(), program, arguments...)
	p.Dir = o.folder
	p.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod -trimpath -buildvcs=false")
	printed, err := p.CombinedOutput()
	if err != nil {
		return string(printed) + err.Error()
	}
	return string(printed)
}

// prove has the client add a circuit and prove it. It returns why that fails.
func (o *old) prove() string {
	return o.run(filepath.Join(o.folder, "bin/client"), o.nats, o.key, ".")
}

// work starts the worker, and waits until the service knows it.
func (o *old) work(data string) (stop func()) {
	p := exec.CommandContext(o.Context(), filepath.Join(o.folder, "bin/worker"), "-folder", data)
	log := new(servicetest.Log)
	p.Stderr = log
	if err := p.Start(); err != nil {
		o.Fatal(err)
	}
	servicetest.Eventually(o, func() bool {
		return strings.Contains(log.String(), "worker started")
	})
	return func() {
		p.Process.Signal(os.Interrupt)
		if err := p.Wait(); err != nil {
			o.Error(err, log)
		}
	}
}

// TestVersions has workers and clients of another version of gnark join a service. Each circuit is
// read and proved by its own version, or refused. A long run has a commit of gnark, too.
func TestVersions(t *testing.T) {
	if testing.Short() {
		t.Skip("this compiles gnark anew, which takes minutes")
	}
	data := filepath.Join(t.TempDir(), "data")
	s := serveAt(t, data, anyPort)
	defer s.stop()
	tenants, err := folder.ReadTenants(data)
	if err != nil {
		t.Fatal(err)
	}
	token := "nats://default:" + tenants[0].Token + "@"
	versions := []string{"0.14.0", "0.14.1-0.20260126121332-407111efab55"}
	if os.Getenv("GNARK_ACCEL_LONG") != "1" {
		versions = versions[:1]
	}
	for _, version := range versions {
		o := build(t, version)
		o.nats = strings.Replace(s.nats, "nats://", token, 1)
		o.key = filepath.Join(data, folder.KeyFile)
		refused := fmt.Sprintf("%v: by %s, and the workers have %s\n", client.ErrVersion, version,
			circuit.OwnVersion())
		if said := o.prove(); !strings.Contains(said, refused) {
			t.Errorf("without a worker of %s: %s", version, said)
		}
		stop := o.work(data)
		if said := o.prove(); said != "" {
			t.Errorf("%s: %s", version, said)
		}
		o.addFiles(data)
		stop()
	}
}

// addFiles has this version's command add the circuit's files, and have the witness proved.
func (o *old) addFiles(data string) {
	at := func(name string) string { return filepath.Join(o.folder, name) }
	add := []string{"circuits", "add", "-folder", data, "-gnark", o.version}
	digest, err := commanded(o.T, append(add, at("ccs"), at("pk"), at("vk"))...)
	if err != nil {
		o.Fatal(err)
	}
	printed, err := commanded(o.T, "submit", "-folder", data, "-circuit", strings.TrimSpace(digest),
		"-proof", at("proof"), at("witness"))
	if err != nil {
		o.Error(printed, err)
	}
	_, err = commanded(o.T, append(add, at("ccs"), at("vk"), at("vk"))...)
	if err == nil || !strings.Contains(err.Error(), client.ErrMalformedCircuit.Error()) {
		o.Errorf("a verifying key as a proving key: %v", err)
	}
}
