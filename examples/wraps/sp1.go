package main

import (
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// sp1 builds SP1's archive as their build.rs does, and calls its exported functions from C.
func sp1(t *tree) error {
	if _, err := output(t.module, "go", "build", "-tags=debug,cuda", "-buildmode=c-archive",
		"-o", t.at("libsp1gnark.a"), "."); err != nil {
		return err
	}
	for _, name := range []string{"sp1.c", "fields.c"} {
		if err := unpack("c/"+name, t.at(name)); err != nil {
			return err
		}
	}
	if _, err := output(t.out, "cc", "-Wall", "-Wextra", "-Werror", "-I"+t.module, "-o", "test",
		"sp1.c", "fields.c", "libsp1gnark.a", "-lpthread", "-ldl", "-lm"); err != nil {
		return err
	}
	return proveSP1(t)
}

// proveSP1 has one C program make keys, and others prove with good and bad files.
func proveSP1(t *tree) error {
	folder, first := t.at("dev"), smallWitness(3, 5, 15) // "dev" needs no ceremony
	second := filepath.Join(folder, "second.json")
	if err := writeAll(folder, map[string][]byte{
		"constraints.json":   smallCircuit(circuit + moreInputs),
		"plonk_witness.json": first, "groth16_witness.json": first,
		"second.json": smallWitness(7, 9, 63),
	}); err != nil {
		return err
	}
	if err := t.calls("build", "build", folder, "-"); err != nil {
		return err
	}
	good := []string{"good", folder, second, "good", folder, folder + "/plonk_witness.json"}
	again, err := t.copyOf(folder, "again", "", "")
	calls := append(slices.Clone(good), "good", again, second) // known by the digest
	bad := badWitnesses()
	err = errors.Join(err, writeAll(t.at("bad"), bad))
	for name := range bad {
		path := filepath.Join(t.at("bad"), name)
		calls = append(calls, "bad", folder, path,
			"test", folder+"/constraints.json", path)
	}
	for part, call := range map[string]string{"circuit": "bad", "pk": "bad", "vk": "key"} {
		for _, how := range damages {
			damaged, failed := t.copyOf(folder, how+"-"+part, part, how)
			err = errors.Join(err, failed)
			calls = append(calls, call, damaged, second)
		}
	}
	if err != nil {
		return err
	}
	return errors.Join(
		t.calls("prove", slices.Concat(calls, good)...),
		t.calls("again", good...)) // with the prepared folder
}

// copyOf copies the files of both schemes, with one part damaged.
func (t *tree) copyOf(folder, name, part, how string) (string, error) {
	err := writeAll(t.at(name), nil)
	for _, scheme := range []string{"groth16_", "plonk_"} {
		for _, each := range []string{"circuit", "pk", "vk"} {
			file, damaged := scheme+each+".bin", ""
			if each == part {
				damaged = how
			}
			to := filepath.Join(t.at(name), file)
			err = errors.Join(err, damage(filepath.Join(folder, file), to, damaged))
		}
	}
	return t.at(name), err
}

// calls runs the C program, and prints what is not gnark's log.
func (t *tree) calls(name string, arguments ...string) error {
	c := exec.Command(t.at("test"), arguments...)
	c.Dir, c.Env = t.out, environment()
	log, failed := c.CombinedOutput()
	for line := range strings.Lines(string(log)) {
		if !gnarksLine.MatchString(line) && failed == nil {
			fmt.Print("  ", line)
		}
	}
	return errors.Join(failed, t.keep(name, log))
}
