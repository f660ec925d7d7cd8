package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/gnark-accel/gnark-accel/examples/circuits/catalog"
	"github.com/gnark-accel/gnark-accel/examples/circuits/proving"
)

// makeKeys has gnark make the keys, or reads them from the prepared folder. There they are made
// first, if they are missing.
func (p *program) makeKeys() error {
	if p.prepared == "" {
		return p.step("setup", p.setup)
	}
	path, err := p.keyPath()
	if err != nil {
		return err
	}
	if _, err := os.Stat(path + verifyingKey); err != nil { // it is written last
		if err := p.step("setup", p.setup); err != nil {
			return err
		}
		_, err := proving.WriteFile(path+provingKey, p.keys.Proving.WriteRawTo)
		if err == nil {
			_, err = proving.WriteFile(path+verifyingKey, p.keys.Verifying.WriteRawTo)
		}
		if err != nil {
			return err
		}
	}
	return p.step("read keys", func() error {
		if err := p.readKeys(path); err != nil {
			return fmt.Errorf("%w (remove %s to make them anew)", err, path+verifyingKey)
		}
		return nil
	})
}

// setup has gnark make the keys. hooks' Setup does it on the device.
func (p *program) setup() error {
	_, gnarks, err := p.scheme.Setups(p.made.System, nil)
	if err != nil {
		return err
	}
	p.keys, err = gnarks()
	return err
}

// Ends of the names of a proving key's file and of a verifying key's.
const provingKey, verifyingKey = ".pk", ".vk"

// keyPath is the path of both keys, without these ends. It has a hash of the constraint system. So
// no keys of another circuit, size or version of gnark are read.
func (p *program) keyPath() (string, error) {
	h := sha256.New()
	if _, err := p.made.System.WriteTo(h); err != nil {
		return "", fmt.Errorf("hashing the constraint system: %w", err)
	}
	folder := filepath.Join(p.prepared, "keys")
	name := fmt.Sprintf("%s-%s-%s-%.8x", p.scheme.Name, catalog.CurveName(p.curve),
		p.circuit.Name(), h.Sum(nil))
	return filepath.Join(folder, name), os.MkdirAll(folder, 0o700)
}

// readKeys reads keys with all checks. The second time the prepared folder has the checked key.
func (p *program) readKeys(path string) error {
	p.keys = p.scheme.NewKeys(p.curve)
	how := proving.Loading{Engine: p.engine, Folder: p.prepared}
	err := proving.ReadFile(path+provingKey, func(from io.Reader) (int64, error) {
		return 0, p.scheme.Read(from, p.keys.Proving, how)
	})
	return errors.Join(err, proving.ReadFile(path+verifyingKey, p.keys.Verifying.ReadFrom))
}
