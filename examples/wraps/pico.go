package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/bn254/fp"
	"github.com/consensys/gnark/backend/groth16"
	bn254 "github.com/consensys/gnark/backend/groth16/bn254"
	"github.com/consensys/gnark/backend/witness"
	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/examples/wraps/kept"
)

const (
	picoServer = "server -httpport 19099"
	picoHost   = "http://127.0.0.1:19099"
)

// pico builds Pico's server and its command. Both prove, with good and with bad files.
func pico(t *tree) {
	t.run(t.out, "cc", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC",
		"-o", "libfield_ffi.so", "c/fields.c") // Rust makes it from gnark/field-ffi
	for name, place := range map[string]string{"server": "./server/main", "command": "./sdk/main"} {
		t.run(t.module, "env", "CGO_LDFLAGS=-L"+t.out+" -Wl,-rpath,"+t.out,
			"go", "build", "-tags=cuda", "-o", t.at(name), place)
	}
	t.write("data/witness", smallWitness(3, 5, 15))
	t.write("data/constraints", smallCircuit(circuit))
	for _, what := range []string{"setupAndProve -field bb", "setupAndProve", "prove"} {
		log := t.expect("proof written successfully", "data", "command -cmd "+what)
		t.keep("command "+what, log)
	}
	for _, how := range damages {
		for _, part := range []string{"pk", "vk", "witness", "constraints"} {
			t.expect("failed to koalabear: ", t.copyOf("data", how, part), "command")
		}
		for _, part := range []string{"pk", "ccs"} {
			t.expect("fail to load ", t.copyOf("data", how, part), picoServer)
		}
	}
	t.server()
}

// flags of their programs that name files, which have these names here.
var flags = map[string][]string{
	"server":  {"pk", "ccs"},
	"command": {"pk", "ccs", "vk", "witness", "constraints", "proof", "sol"},
}

// with is one of their programs with the files of a folder.
func (t *tree) with(folder, line string) *exec.Cmd {
	words := strings.Fields(line)
	for _, name := range flags[words[0]] {
		words = append(words, "-"+name, filepath.Join(folder, name))
	}
	return command(t.out, append([]string{t.at(words[0])}, words[1:]...)...)
}

// expect runs a program that prints a text, and does not panic. The command's status is always that
// of success.
func (t *tree) expect(text, folder, line string) string {
	if t.err != nil {
		return ""
	}
	out, err := t.with(folder, line).CombinedOutput()
	_, rest, found := strings.Cut(string(out), text)
	if !found || bytes.Contains(out, []byte("goroutine ")) {
		t.fail("%s with %s: %v\n%s", line, folder, err, out)
	}
	rest, _, _ = strings.Cut(rest, "\n")
	fmt.Println(" ", line, folder+":", text+rest)
	return string(out)
}

// server starts their server, and has it prove for good and bad requests.
func (t *tree) server() {
	if t.err != nil {
		return
	}
	c := t.with("data", picoServer)
	var log bytes.Buffer
	c.Stdout, c.Stderr = &log, &log
	if t.err = c.Start(); t.err != nil {
		return
	}
	for range 600 {
		if _, ready := post("/ready", nil); ready {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	for a := range uint64(3) {
		t.request(a)
	}
	_, _ = c.Process.Kill(), c.Wait() // says that it was killed
	t.keep("server", log.String())
}

// request asks for a good proof, and for bad ones.
func (t *tree) request(a uint64) {
	answer, _ := post("/prove", smallWitness(a, 5, 5*a))
	t.verify(answer, fmt.Sprint(1000+a))
	for name, body := range badWitnesses() {
		answer, ok := post("/prove", body)
		if ok {
			t.fail("a proof for %s: %s", name, answer)
		}
		fmt.Printf("  server, witness %s: %s\n", name, strings.TrimSpace(answer))
	}
}

func post(path string, body []byte) (answer string, ok bool) {
	r, err := http.Post(picoHost+path, "application/json", bytes.NewReader(body))
	if err != nil {
		return err.Error(), false
	}
	defer r.Body.Close()
	all, err := io.ReadAll(r.Body)
	return string(all), r.StatusCode == http.StatusOK && err == nil
}

// verify verifies an answer of the server: the coordinates of a proof, and its public inputs.
func (t *tree) verify(answer, first string) {
	words := strings.Split(strings.Trim(answer, "\"\n"), ",")
	vk, inputs := groth16.NewVerifyingKey(ecc.BN254), make(chan any, 2)
	inputs <- first
	inputs <- 2
	close(inputs)
	public, err := witness.New(ecc.BN254.ScalarField())
	err = cmp.Or(err, public.Fill(2, 0, inputs), kept.Read(t.at("data/vk"), vk))
	var proof bn254.Proof
	for i, to := range []*fp.Element{&proof.Ar.X, &proof.Ar.Y, &proof.Bs.X.A1, &proof.Bs.X.A0,
		&proof.Bs.Y.A1, &proof.Bs.Y.A0, &proof.Krs.X, &proof.Krs.Y} {
		_, wrong := to.SetString(words[min(i, len(words)-1)])
		err = cmp.Or(err, wrong)
	}
	logger.Disable()
	if err == nil {
		err = groth16.Verify(&proof, vk, public)
	}
	if err != nil {
		t.fail("%s: %v", answer, err)
	} else {
		fmt.Println("  server, a proof: verified")
	}
}
