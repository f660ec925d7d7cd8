package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark/backend/groth16"
	groth16_bn254 "github.com/consensys/gnark/backend/groth16/bn254"
	"github.com/consensys/gnark/frontend"
	"github.com/consensys/gnark/logger"
	"github.com/gnark-accel/gnark-accel/examples/wraps/kept"
)

const (
	picoPort = "19099"
	picoHost = "http://127.0.0.1:" + picoPort
)

// pico builds Pico's server and its command. Both prove, with good and with bad files.
func pico(t *tree) error {
	if err := unpack("c/fields.c", t.at("fields.c")); err != nil {
		return err
	}
	if _, err := output(t.out, "cc", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC",
		"-o", "libfield_ffi.so", "fields.c"); err != nil { // Rust makes it from gnark/field-ffi
		return err
	}
	for name, place := range map[string]string{"server": "./server/main", "command": "./sdk/main"} {
		if _, err := output(t.module, "env", "CGO_LDFLAGS=-L"+t.out+" -Wl,-rpath,"+t.out,
			"go", "build", "-tags=cuda", "-o", t.at(name), place); err != nil {
			return err
		}
	}
	if err := writeAll(t.at("data"), map[string][]byte{
		"witness": smallWitness(3, 5, 15), "constraints": smallCircuit(circuit),
	}); err != nil {
		return err
	}
	for _, what := range []string{"setupAndProve -field bb", "setupAndProve", "prove"} {
		more := append([]string{"-cmd"}, strings.Fields(what)...)
		if err := t.expect("proof written successfully", "", "", "command", more...); err != nil {
			return err
		}
	}
	for _, how := range damages {
		err := errors.Join(
			t.expect("failed to koalabear: ", "pk", how, "command"),
			t.expect("failed to koalabear: ", "vk", how, "command"),
			t.expect("failed to koalabear: ", "witness", how, "command"),
			t.expect("failed to koalabear: ", "constraints", how, "command"),
			t.expect("fail to load ", "pk", how, "server", "-httpport", picoPort),
			t.expect("fail to load ", "ccs", how, "server", "-httpport", picoPort))
		if err != nil {
			return err
		}
	}
	return t.server()
}

// flags of their programs that name files, which have these names here.
var flags = map[string][]string{
	"server":  {"pk", "ccs"},
	"command": {"pk", "ccs", "vk", "witness", "constraints", "proof", "sol"},
}

// with is one of their programs with its files, of which one may be damaged.
func (t *tree) with(part, how, program string, more ...string) (*exec.Cmd, error) {
	c := exec.Command(t.at(program), more...)
	c.Dir, c.Env = t.out, environment()
	for _, name := range flags[program] {
		path := filepath.Join(t.at("data"), name)
		if name == part {
			if err := damage(path, path+"-"+how, how); err != nil {
				return nil, err
			}
			path += "-" + how
		}
		c.Args = append(c.Args, "-"+name, path)
	}
	return c, nil
}

// expect runs a program that prints a text, and does not panic. The command's status is always that
// of success.
func (t *tree) expect(text, part, how, program string, more ...string) error {
	c, err := t.with(part, how, program, more...)
	if err != nil {
		return err
	}
	out, err := c.CombinedOutput()
	_, rest, found := strings.Cut(string(out), text)
	if !found || strings.Contains(string(out), "goroutine ") {
		return fmt.Errorf("%w: %s: %w\n%s", errRun, c, err, out)
	}
	line, _, _ := strings.Cut(rest, "\n")
	fmt.Println(" ", program, more, part, how+":", text+line)
	if part != "" {
		return nil
	}
	return t.keep(program+strings.Join(more, ""), out)
}

// server starts their server, and has it prove for good and bad requests.
func (t *tree) server() error {
	c, err := t.with("", "", "server", "-httpport", picoPort)
	if err != nil {
		return err
	}
	var log bytes.Buffer
	c.Stdout, c.Stderr = &log, &log
	if err := c.Start(); err != nil {
		return err
	}
	err = fmt.Errorf("%w: the server is not ready", errRun)
	for range 600 {
		if _, ready := post("/ready", nil); ready {
			err = t.requests()
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	_, _ = c.Process.Kill(), c.Wait() // says that it was killed
	return errors.Join(err, t.keep("server", log.Bytes()))
}

func (t *tree) requests() error {
	for a := range uint64(3) {
		answer, ok := post("/prove", smallWitness(a, 5, 5*a))
		if !ok {
			return fmt.Errorf("%w: no proof: %s", errRun, answer)
		}
		if err := t.verify(answer, fmt.Sprint(1000+a)); err != nil {
			return err
		}
		fmt.Println("  server, a proof: verified")
		for name, body := range badWitnesses() {
			if answer, ok = post("/prove", body); ok {
				return fmt.Errorf("%w: a proof for %s: %s", errRun, name, answer)
			}
			fmt.Printf("  server, witness %s: %s\n", name, strings.TrimSpace(answer))
		}
	}
	return nil
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

// inputs are the public ones.
type inputs struct {
	First, Second frontend.Variable `gnark:",public"`
}

// Define implements frontend.Circuit.
func (*inputs) Define(frontend.API) error { return nil }

// verify verifies an answer of the server: the coordinates of a proof, and its public inputs.
func (t *tree) verify(answer, first string) error {
	var list string
	if err := json.Unmarshal([]byte(answer), &list); err != nil {
		return err
	}
	var n [10]big.Int
	for i, field := range strings.Split(list, ",") {
		if _, ok := n[i].SetString(field, 0); !ok {
			return fmt.Errorf("%w: %q is no number", errRun, field)
		}
	}
	var proof groth16_bn254.Proof
	proof.Ar.X.SetBigInt(&n[0])
	proof.Ar.Y.SetBigInt(&n[1])
	proof.Bs.X.A1.SetBigInt(&n[2])
	proof.Bs.X.A0.SetBigInt(&n[3])
	proof.Bs.Y.A1.SetBigInt(&n[4])
	proof.Bs.Y.A0.SetBigInt(&n[5])
	proof.Krs.X.SetBigInt(&n[6])
	proof.Krs.Y.SetBigInt(&n[7])
	logger.Disable()
	public, err := frontend.NewWitness(&inputs{first, 2}, ecc.BN254.ScalarField(),
		frontend.PublicOnly())
	if err != nil {
		return err
	}
	vk := groth16.NewVerifyingKey(ecc.BN254)
	if err := kept.Read(filepath.Join(t.at("data"), "vk"), vk); err != nil {
		return err
	}
	return groth16.Verify(&proof, vk, public)
}
